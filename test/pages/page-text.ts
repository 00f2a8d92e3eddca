/** A page's text: its HTML without markup, scripts, and content that is only for browsers without scripts. */
export function pageText(html: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", nbsp: " " };
  return html
    .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&([a-z]+|#x27);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
}
