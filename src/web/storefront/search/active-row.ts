/** No row: the keyboard is in the field. */
export const NO_ROW = -1;

/**
 * The row that is active after a key, of `count` rows; null: the key is no arrow, or there are no rows. Beyond the last row
 * is what is typed, and beyond that the first row again.
 */
export function rowAfterKey(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return active + 1 < count ? active + 1 : NO_ROW;
  if (key === "ArrowUp") return active === NO_ROW ? count - 1 : active - 1;
  return null;
}
