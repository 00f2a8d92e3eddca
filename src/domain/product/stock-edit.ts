// Setting stock: for each option, its quantity when the owner began and what was typed: the new quantity, or how many
// more or fewer ("+12", "-3"). The former shows whether units were sold in between; the latter does not mind.
import { parseQuantity, quantityMessage, type StockLine } from "./product-form.ts";

/** `isRelative`: what was typed is a difference, so it is added to whatever is on the shelf by then. */
export type StockChange = Pick<StockLine, "variation" | "onHand"> & { was: number; isRelative?: true };

type TypedStock = { variation: string; onHand: string };

/** `at`: the index of the wrong one. */
export type StockParse = { ok: true; changes: StockChange[] } | { ok: false; at: number; message: string };

/** `opened`: the same as it was before anything was typed. Unchanged options are left out. */
export function parseStockChanges(typed: readonly TypedStock[], opened: readonly TypedStock[]): StockParse {
  const changes: StockChange[] = [];
  for (const [at, { variation, onHand: text }] of typed.entries()) {
    const was = parseQuantity(opened.find((line) => line.variation === variation)?.onHand ?? "");
    const onHand = was === null ? null : parseCount(text, was);
    if (was === null || onHand === null) return { ok: false, at, message: quantityMessage };
    if (was === onHand) continue;
    const relative = isDifference(text) ? { isRelative: true as const } : {};
    changes.push({ variation, was, onHand, ...relative });
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
