// Setting stock: for each option, its quantity when the owner began and what was typed: the new quantity, or how many
// more or fewer ("+12", "-3"). The former shows whether units were sold in between; the latter does not mind.
import { parseQuantity, quantityMessage, type StockLine } from "./product-form.ts";

/** `isRelative`: what was typed is a difference, so it is added to whatever is on the shelf by then. */
export type StockChange = Pick<StockLine, "variation" | "onHand"> & { was: number; isRelative?: true };

export type StockParse = { ok: true; changes: StockChange[] } | { ok: false; message: string };

/** Reads the repeated fields `variation`, `was` and `onHand`; unchanged options are left out. */
export function parseStockChanges(form: FormData): StockParse {
  const [was, wanted] = [form.getAll("was"), form.getAll("onHand")];
  const changes: StockChange[] = [];
  for (const [index, variation] of form.getAll("variation").entries()) {
    const before = parseQuantity(String(was[index]));
    const typed = String(wanted[index]);
    const onHand = before === null ? null : parseCount(typed, before);
    const message = variation === "" ? quantityMessage : `${variation}: ${quantityMessage}`;
    if (before === null || onHand === null) return { ok: false, message };
    if (before === onHand) continue;
    const relative = isDifference(typed) ? { isRelative: true as const } : {};
    changes.push({ variation: String(variation), was: before, onHand, ...relative });
  }
  return { ok: true, changes };
}

/** "12" → 12; of 10 on hand "+12" → 22 and "-3" → 7; null for what is no quantity. */
export function parseCount(text: string, was: number): number | null {
  const [, sign, digits = ""] = /^\s*([+\u2212-])\s*(\d{1,9})\s*$/.exec(text) ?? [];
  if (sign === undefined) return parseQuantity(text);
  const count = sign === "+" ? was + Number(digits) : was - Number(digits);
  return parseQuantity(String(count));
}

export function isDifference(text: string): boolean {
  return /^\s*[+\u2212-]/.test(text);
}
