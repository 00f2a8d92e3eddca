import { parseNote } from "#domain/fulfillment.ts";
import { isUuid } from "#domain/uuid.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { insertNote, lockOrder } from "./detail-queries.ts";

export type AddNoteResult = { ok: true } | { ok: false; reason: "not_found" | "invalid" };

/** Writes a note of the owner to an order. Notes are never changed and never taken back. */
export async function addNote(
  shop: Shop,
  { orderId, note: text, actor }: { orderId: string; note: unknown; actor: string },
): Promise<AddNoteResult> {
  const note = parseNote(text);
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  if (note === null) return { ok: false, reason: "invalid" };
  return inTransaction(shop, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return { ok: false, reason: "not_found" };
    const now = nowOf(shop);
    await insertNote(tx, { orderId, author: actor, note, now });
    await insertAudit(tx, { actor, action: "order.note_added", object: orderId, after: { note } }, now);
    return { ok: true };
  });
}
