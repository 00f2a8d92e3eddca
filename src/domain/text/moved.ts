/** The list with its item at `from` at the place `to` instead. Places that are not in it change nothing. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const has = (place: number) => Number.isInteger(place) && place >= 0 && place < items.length;
  if (!has(from) || !has(to)) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item);
}
