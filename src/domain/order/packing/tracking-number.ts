// Tracking numbers as they are typed, scanned, or written by a spreadsheet.
import { oneLine } from "../../text/one-line.ts";
import { plainCode } from "../../text/typed/plain-text.ts";
import { carriers } from "../shipments.ts";

/** Before the number, a USPS bar code says 420 and the ZIP code of five or nine digits, which is no part of it. */
const USPS_SCAN = /^420(?:\d{5}|\d{9})(9\d{21})$/;

/** A number that a spreadsheet has rounded to its fifteen digits: "9.40551E+21", or, as a number, zeros behind them. */
const ROUNDED = /^(\d([.,]\d+)?e\+?\d+|\d{15}0{5,})$/i;

/** A number that is kept from a spreadsheet's rounding: `="9400…"` or `'9400…`. */
const KEPT_AS_TEXT = /^(?:="(.*)"|'(.*))$/;

/** What a scanner, a spreadsheet, or a person typed → the number; "" for none. The marks that they add are removed. */
export function readTracking(typed: unknown): string {
  const text = plainCode(typeof typed === "string" ? typed.replaceAll(/\p{C}/gu, "") : "");
  const [, quoted, marked] = KEPT_AS_TEXT.exec(text) ?? [];
  const line = (quoted ?? marked ?? text).trim();
  const scanned = USPS_SCAN.exec(line.replaceAll(" ", ""));
  return scanned?.[1] ?? line;
}

/** Whether digits of the number are lost forever. */
export function isRounded(number: string): boolean {
  return ROUNDED.test(number);
}

/** "usps ground advantage" → "USPS"; a carrier that the shop does not know stays as it is. */
export function knownCarrier(name: string): string {
  const text = oneLine(name);
  const words = text.toLowerCase().split(/[^a-z]+/);
  return carriers.find((carrier) => words.includes(carrier.toLowerCase())) ?? text;
}
