import { parseNote } from "#domain/order/fulfillment.ts";
import type { Shop } from "../core/shop.ts";
import { changeOrder } from "./changes/change-order.ts";
import { insertNote } from "./detail-queries.ts";

export type AddNoteResult = { ok: true } | { ok: false; reason: "not_found" | "invalid" };

/** Adds a note of the owner to an order. Notes are never changed or deleted. */
export async function addNote(
  shop: Shop,
  { orderId, note: text, actor }: { orderId: string; note: unknown; actor: string },
): Promise<AddNoteResult> {
  const note = parseNote(text);
  if (note === null) return { ok: false, reason: "invalid" };
  return changeOrder(shop, { orderId, actor, action: "order.note_added" }, async (tx, { id }, now) => {
    await insertNote(tx, { orderId: id, author: actor, note, now });
    return { result: { ok: true }, entry: { after: { note } } };
  });
}
