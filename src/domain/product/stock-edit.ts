// Setting stock in the list of products: for each option, its quantity when the owner began and the new one.
// The former shows whether units were sold in between.
import { parseQuantity, quantityMessage, type StockLine } from "./product-form.ts";

export type StockChange = Pick<StockLine, "variation" | "onHand"> & { was: number };

export type StockParse = { ok: true; changes: StockChange[] } | { ok: false; message: string };

/** Reads the repeated fields `variation`, `was` and `onHand`; unchanged options are left out. */
export function parseStockChanges(form: FormData): StockParse {
  const [was, wanted] = [form.getAll("was"), form.getAll("onHand")];
  const changes: StockChange[] = [];
  for (const [index, variation] of form.getAll("variation").entries()) {
    const before = parseQuantity(String(was[index]));
    const onHand = parseQuantity(String(wanted[index]));
    const message = variation === "" ? quantityMessage : `${variation}: ${quantityMessage}`;
    if (before === null || onHand === null) return { ok: false, message };
    if (before !== onHand) changes.push({ variation: String(variation), was: before, onHand });
  }
  return { ok: true, changes };
}
