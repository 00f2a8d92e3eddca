// The router names its scripts in the page's head and starts them as soon as they arrive. On a phone's line these
// 115 KB then share the way with styles, fonts and the first picture, although the page can be read, and its links
// followed, without them. So the page that goes out names them in a form that browsers leave alone, and a few lines at
// its end ask for them once the first pictures are drawn. The router has no setting for that. Should it one day write its
// scripts otherwise, nothing here matches, and they start early as before: e2e/nightly/first-view.test.ts then fails.

import { START_SCRIPTS } from "#server/http/pages/start-scripts.ts";

const PRELOAD = /<link rel="modulepreload"/g;

/** The page with its scripts after its first paint. `mark` is what the renderer marks its own inline scripts with. */
export function scriptsAfterPaint(html: string, mark: string | undefined): string {
  const attribute = mark ? ` nonce="${mark}"` : "";
  const [before, after, ...rest] = html.split(`<script${attribute} type="module" async="">`);
  if (before === undefined || after === undefined || rest.length > 0) return html;
  const end = after.lastIndexOf("</body>");
  return [
    before.replace(PRELOAD, '<link rel="later"'),
    `<script${attribute} type="text/later">`,
    after.slice(0, end),
    `<script${attribute}>${START_SCRIPTS}</script>`,
    after.slice(end),
  ].join("");
}
