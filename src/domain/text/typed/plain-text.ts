// What people type, in the characters that it is meant to have. Phones, word processors, and autofill write full-width
// digits, long dashes, no-break spaces, and invisible marks; none of them makes another name, number, or address.
import { oneLine } from "../one-line.ts";

/** Hyphens, dashes, and minus signs of every length. */
const DASHES = /[\p{Pd}\u2212\u2043]/gu;

/** A name or words to search for: one line, compatibility characters and dashes by their plain form. */
export function plainText(value: unknown, lengthMax?: number): string {
  return typeof value === "string" ? oneLine(withPlainSigns(value), lengthMax) : "";
}

/** A number, code, or email: as plainText, and without invisible marks. */
export function plainCode(value: unknown): string {
  return typeof value === "string" ? oneLine(withPlainSigns(value).replace(/\p{Cf}/gu, "")) : "";
}

function withPlainSigns(text: string): string {
  return text.normalize("NFKC").replace(DASHES, "-");
}
