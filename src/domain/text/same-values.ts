/** Whether two JSON values are equal, regardless of the order of keys. A key that is undefined counts as absent. */
export function sameValues(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((key) => sameValues(ownValue(a, key), ownValue(b, key)));
}

/** What stands under a key, of which "__proto__" may be one, and not what every object inherits. */
function ownValue(holder: object, key: string): unknown {
  return Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
}
