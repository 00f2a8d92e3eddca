/** A query string with its "?", or "" if no parameter has a value. Parameters without a value are left out. */
export function queryText(values: Record<string, string | false | null>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
  const text = params.toString();
  return text && `?${text}`;
}
