// The router fetches the code of a page when it is first opened, and loads the whole document again when that fails:
// without a connection nothing is left of the back office but the browser's own error page, and after an update of the
// shop the code of before is gone. So an open back office fetches the code of its other pages while nothing else goes on.

const FIRST_MS = 3_000;
const NEXT_MS = 50;

type Connection = { saveData?: boolean };

/** Returns what stops it. */
export function bringPages(): () => void {
  const table = window.__reactRouterManifest;
  const { connection } = navigator as { connection?: Connection };
  if (!import.meta.env.PROD || !table || connection?.saveData) return () => {};
  const files = Object.entries(table.routes).flatMap(([id, route]) =>
    route && id.startsWith("routes/admin/") ? [route] : [],
  );
  let timer = setTimeout(bringNext, FIRST_MS);
  function bringNext(): void {
    const route = files.shift();
    if (!route) return;
    for (const css of route.css ?? []) prefetchStyles(css);
    const again = () => {
      timer = setTimeout(bringNext, NEXT_MS);
    };
    // One that can't be fetched now is fetched when its page is opened.
    import(/* @vite-ignore */ route.module).then(again, () => {});
  }
  return () => clearTimeout(timer);
}

function prefetchStyles(href: string): void {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", as: "style", href }));
}
