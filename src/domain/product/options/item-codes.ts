// The codes of a variant, by which others know it: the owner's own number (SKU), the number of its bar code (GTIN), and
// the maker's number (MPN).
import { byName } from "../../text/fields.ts";

export type ItemCodes = { sku: string; gtin: string; mpn: string };
export type CodeName = keyof ItemCodes;

export const noCodes: ItemCodes = { sku: "", gtin: "", mpn: "" };

/** The lengths are those that price comparisons take. */
export const codeFields = {
  sku: { name: "SKU", lengthMax: 50 },
  gtin: { name: "GTIN", lengthMax: 14 },
  mpn: { name: "MPN", lengthMax: 70 },
} as const satisfies Record<CodeName, { name: string; lengthMax: number }>;

export const codeNames = Object.keys(codeFields) as CodeName[];

/** The codes of a larger object. */
export function codesOf(holder: ItemCodes): ItemCodes {
  return byName<ItemCodes, CodeName>(codeNames, (name) => holder[name]);
}

type ParsedCode = { ok: true; value: string } | { ok: false; message: string };

/** What was typed or scanned → the code as it is stored, "" for none; or why it is refused. */
export function parseCode(name: CodeName, typed: string): ParsedCode {
  return name === "gtin" ? parseGtin(typed) : parseNumber(name, typed);
}

function parseNumber(name: CodeName, typed: string): ParsedCode {
  const value = typed.trim().replace(/\s+/g, " ");
  const { name: label, lengthMax } = codeFields[name];
  if ([...value].length > lengthMax) {
    return { ok: false, message: `${label} must be at most ${lengthMax} characters long` };
  }
  // A file parts the codes of a product by it.
  return value.includes("|") ? { ok: false, message: `${label} must not contain |` } : { ok: true, value };
}

/** 8, 12, 13, or 14 digits of which the last is their check digit. Spaces and hyphens are left out. */
function parseGtin(typed: string): ParsedCode {
  const value = typed.replace(/[\s-]/g, "");
  if (value === "") return { ok: true, value };
  if (!/^(\d{8}|\d{12,14})$/.test(value)) {
    const shown = [...typed.trim()].slice(0, 20).join("");
    const message = `The GTIN ${shown} must have 8, 12, 13, or 14 digits: type all digits below the bar code, including leading zeros`;
    return { ok: false, message };
  }
  const digit = checkDigit(value.slice(0, -1));
  if (value.endsWith(digit)) return { ok: true, value };
  const message = `The GTIN ${value} has a wrong check digit: after ${value.slice(0, -1)} comes ${digit}. Compare it with the digits below the bar code`;
  return { ok: false, message };
}

/** From the right, digits count three times and once by turns; the check digit makes the sum a multiple of ten. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    return total + Number(digit) * (index % 2 === 0 ? 3 : 1);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** What makes two codes one: a SKU in any case; a GTIN with or without the zeros in front. MPNs are the makers'. */
export function codeKey(name: "sku" | "gtin", value: string): string {
  return name === "sku" ? value.toLowerCase() : value.padStart(14, "0");
}
