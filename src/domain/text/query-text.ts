/**
 * A query string with its "?", or "" if no parameter has a value. Parameters without a value are left out; a parameter with
 * several stands there once for each.
 */
export function queryText(values: Record<string, string | readonly string[] | false | null>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of [value || []].flat()) if (each) params.append(name, each);
  }
  const text = params.toString();
  return text && `?${text}`;
}

/** Null for a text that is no URL. URL.canParse is younger than the oldest browser that the shop is for. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
