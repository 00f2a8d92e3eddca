// Lengths of a size chart: "21 1/4 - 22.5" is read, shown as "21¼-22½ in", and computed as "54-57 cm".

const CM_PER_INCH = 2.54;
/** Around the widest garment there is. */
const INCHES_MAX = 200;

const fractions = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"];
const NUMBER = String.raw`(\d{1,3})(?:\.(\d{1,2})|\s*([⅛¼⅜½⅝¾⅞])|\s+([1-7])/([248]))?`;
const LENGTHS = new RegExp(
  String.raw`^${NUMBER}(?:\s*(?:-|–|—|to)\s*${NUMBER})?\s*(?:in(?:ch(?:es)?)?|["”″])?$`,
);

/** One length, or two from low to high. */
type Inches = readonly [number] | readonly [number, number];

/** null for anything that is no length in inches, and for a range that goes down. */
export function parseInches(text: string): Inches | null {
  const found = LENGTHS.exec(text.trim());
  if (!found) return null;
  const from = numberOf(found.slice(1, 6));
  const to = found[6] === undefined ? null : numberOf(found.slice(6, 11));
  if (from <= 0 || from > INCHES_MAX) return null;
  if (to === null) return [from];
  return to > from && to <= INCHES_MAX ? [from, to] : null;
}

function numberOf([whole, decimals, sign, over, under]: (string | undefined)[]): number {
  const rest = decimals
    ? Number(`0.${decimals}`)
    : sign
      ? fractions.indexOf(sign) / 8
      : over
        ? Number(over) / Number(under)
        : 0;
  return Number(whole) + rest;
}

/** "21¼-22½"; eighths as signs, anything else with decimals. */
export function writeInches(inches: Inches): string {
  return inches.map(writeNumber).join("-");
}

function writeNumber(inches: number): string {
  const eighths = (inches % 1) * 8;
  return Number.isInteger(eighths)
    ? `${Math.trunc(inches)}${fractions[eighths] ?? ""}`
    : String(Math.round(inches * 100) / 100);
}

/** What a cell of inches shows: "35-37 in" and "89-94 cm". */
export function shownLengths(text: string): { inches: string; centimeters: string } | null {
  const inches = parseInches(text);
  if (!inches) return null;
  const centimeters = inches.map((length) => Math.round(length * CM_PER_INCH));
  return { inches: `${writeInches(inches)} in`, centimeters: `${[...new Set(centimeters)].join("-")} cm` };
}
