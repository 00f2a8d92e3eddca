/**
 * Whether two values out of JSON are the same, whatever order their keys stand in. A key without a value counts as
 * one that is missing.
 */
export function sameValues(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((key) => sameValues(Reflect.get(a, key), Reflect.get(b, key)));
}
