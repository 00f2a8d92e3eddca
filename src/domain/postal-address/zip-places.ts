/** A city and the ZIP codes of one prefix (three digits) whose main place it is. */
export type ZipPlace = { city: string; state: string; zips: string[] };

/** "85251" and "85251-1234" → "852", as soon as the first three digits are there; null before. */
export function zipPrefixOf(postalCode: string): string | null {
  return /^\s*(\d{3})\d{0,2}(?:-\d{0,4})?\s*$/.exec(postalCode)?.[1] ?? null;
}

/** The main place of a whole ZIP code among the places of its prefix; null where none is known. */
export function placeOfZip(postalCode: string, places: readonly ZipPlace[]): ZipPlace | null {
  const zip = /^\s*(\d{5})(?:-\d{0,4})?\s*$/.exec(postalCode)?.[1];
  return (zip && places.find(({ zips }) => zips.includes(zip))) || null;
}
