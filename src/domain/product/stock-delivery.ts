// A delivery from the maker: how many of each size came in.
import { oneLine } from "../text/one-line.ts";
import { parseQuantity, quantityMessage } from "./product-form.ts";

export const DELIVERY_NOTE_MAX = 200;

/** `count`: at least 1. */
export type DeliveryLine = { variation: string; count: number };

export type DeliveryParse =
  | { ok: true; lines: DeliveryLine[]; note: string }
  /** `errors`: by option. */
  | { ok: false; message: string; errors: Record<string, string> };

/** Reads the repeated fields `variation` and `count`; a blank count is 0. */
export function parseStockDelivery(form: FormData): DeliveryParse {
  const typed = form.getAll("count").map(String);
  const errors: Record<string, string> = {};
  const lines: DeliveryLine[] = [];
  for (const [index, sent] of form.getAll("variation").entries()) {
    const [variation, text] = [String(sent), (typed[index] ?? "").trim()];
    const count = text === "" ? 0 : parseQuantity(text);
    if (count === null) errors[variation] = quantityMessage;
    else if (count > 0) lines.push({ variation, count });
  }
  if (Object.keys(errors).length > 0) return { ok: false, message: "Fix the marked fields.", errors };
  if (lines.length === 0) return { ok: false, message: "Enter at least one quantity.", errors };
  return { ok: true, lines, note: oneLine(form.get("note"), DELIVERY_NOTE_MAX) };
}

export function unitsOf(lines: readonly DeliveryLine[]): number {
  return lines.reduce((sum, { count }) => sum + count, 0);
}
