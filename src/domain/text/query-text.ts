/**
 * The query string of an address, beginning with "?", or "" when nothing is left to say: parameters without a value
 * are left out, so what is the default does not stand in the address.
 */
export function queryText(values: Record<string, string | false | null>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
  const text = params.toString();
  return text && `?${text}`;
}
