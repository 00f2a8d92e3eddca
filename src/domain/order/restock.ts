// How many units of each line of an order came back and return to stock, as the owner types them.
import type { RestockableLine } from "./order-detail.ts";

/** The name of the form's field for one line. */
export function restockField({ itemId }: Pick<RestockableLine, "itemId">): string {
  return `restock-${itemId}`;
}

type ParsedRestock =
  | { ok: true; pieces: Record<string, number> }
  | { ok: false; errors: Record<string, string> };

/** What was typed per field → units by the id of an order item, or one message per field. Empty counts as 0. */
export function parseRestock(
  typed: Readonly<Record<string, string>>,
  lines: readonly RestockableLine[],
): ParsedRestock {
  const pieces: Record<string, number> = {};
  const errors: Record<string, string> = {};
  for (const line of lines) {
    const field = restockField(line);
    const text = typed[field]?.trim() || "0";
    const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (count <= line.quantity) pieces[line.itemId] = count;
    else errors[field] = `Please enter a whole number from 0 to ${line.quantity}`;
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, pieces };
}
