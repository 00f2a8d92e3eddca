// The stock of one product as the list's dialog shows it. What is typed is read with what it was opened with: stock-edit.ts.
import * as z from "zod";
import { labeled, textField } from "../../form/form-fields.ts";
import { type FormValues, openedWith, readForm } from "../../form/form-saved.ts";
import { parseStockChanges } from "../stock-edit.ts";

export const stockForm = z.object({
  sizes: labeled("Stock", z.array(z.object({ variation: textField(), onHand: textField() }))),
});

export function stockFormOf(stock: readonly { variation: string; onHand: number }[]) {
  return { sizes: stock.map(({ variation, onHand }) => ({ variation, onHand: String(onHand) })) };
}

/** `base`: what the dialog was opened with, as JSON. */
export function readStockForm(sent: FormValues, base: unknown) {
  const [read, opened] = [readForm(stockForm, sent), stockForm.safeParse(openedWith(base))];
  if (!read.ok) return read;
  const parsed = parseStockChanges(read.value.sizes, opened.data?.sizes ?? []);
  if (parsed.ok) return parsed;
  const errors = { [`sizes[${parsed.at}].onHand`]: parsed.message };
  return { ok: false as const, reason: "invalid" as const, errors };
}
