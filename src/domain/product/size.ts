// One vocabulary of sizes from the catalog to filter, guide, search and feed. An owner may write XXL, 2XL or xx-large; they
// are one size. What was typed stays on the product's page; a key compares, a label is read.

const ONE_SIZE = "One size";

/** Letter sizes from small to large: the key, and what else it is called, without signs and in lower case. */
const letterSizes: readonly (readonly [key: string, ...others: string[]])[] = [
  ["XXS", "2xs", "xxsmall"],
  ["XS", "xsmall", "extrasmall"],
  ["S", "small", "sm"],
  ["S/M", "smallmedium"],
  ["M", "medium", "med", "md"],
  ["M/L", "mediumlarge"],
  ["L", "large", "lg"],
  ["L/XL", "largexlarge"],
  ["XL", "xlarge", "extralarge", "1xl"],
  ["2XL", "xxl", "2x", "xxlarge"],
  ["3XL", "xxxl", "3x", "xxxlarge"],
  ["4XL", "xxxxl", "4x", "xxxxlarge"],
  ["5XL", "xxxxxl", "5x"],
  [ONE_SIZE, "onesize", "os", "osfa", "onesizefitsall", "onesizefitsmost"],
];

const keyOfName = new Map(
  letterSizes.flatMap(([key, ...others]) => [key, ...others].map((name) => [plain(name), key] as const)),
);
const placeOfKey = new Map(letterSizes.map(([key], place) => [key, place]));

/** "XXL", "2xl" and "XX-Large" → "2XL". Any other text without doubled white space is its own key. */
export function sizeKey(text: string): string {
  const clean = text.trim().replace(/\s+/g, " ");
  return keyOfName.get(plain(clean)) ?? clean;
}

/** From small to large: letters first, then numbers by their value ("7 1/4" before "7 1/2"), then other names. */
export function compareSizes(a: string, b: string): number {
  const [left, right] = [placeOf(sizeKey(a)), placeOf(sizeKey(b))];
  return left - right || (a < b ? -1 : a > b ? 1 : 0);
}

/** Whole numbers above are centimeters, as of hats. */
const US_NUMBERS_MAX = 50;

/** Whether a size is of those that the United States count in: letters ("XXL") and small numbers ("7 1/4", "32"). */
export function isUsSize(text: string): boolean {
  const key = sizeKey(text);
  const place = placeOf(key);
  if (place < NUMBERS_FROM) return key !== ONE_SIZE;
  return /^\d+(?:\.\d)?(?: \d{1,2}\/\d{1,2})?$/.test(key) && place <= NUMBERS_FROM + US_NUMBERS_MAX;
}

const NUMBERS_FROM = 1_000;
const NAMES_FROM = 1_000_000;

function placeOf(key: string): number {
  const letters = placeOfKey.get(key);
  if (letters !== undefined) return letters;
  const [, whole, over, under] = /^(\d{1,3}(?:\.\d)?)(?: (\d{1,2})\/(\d{1,2}))?\b/.exec(key) ?? [];
  if (whole === undefined) return NAMES_FROM;
  return NUMBERS_FROM + Number(whole) + (over && Number(under) > 0 ? Number(over) / Number(under) : 0);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, "");
}

/** "XX-Large" → "2XL"; null for anything that is no size by letters. */
export function letterSizeOf(text: string): string | null {
  return keyOfName.get(plain(text)) ?? null;
}

/** How a size by letters may be written, without signs and in lower case: "2XL" → 2xl, xxl, 2x, xxlarge. */
export function writtenSizes(key: string): string[] {
  return [...keyOfName].filter(([, size]) => size === key).map(([name]) => name);
}
