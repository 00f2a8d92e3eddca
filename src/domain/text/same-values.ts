/** Whether two JSON values are equal, regardless of the order of keys. A key that is undefined counts as absent. */
export function sameValues(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((key) => sameValues(Reflect.get(a, key), Reflect.get(b, key)));
}
