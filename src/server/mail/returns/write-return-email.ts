// Emails about a return, written from its state when they are sent.
import { sql } from "kysely";
import type { ReturnRequest, ReturnState } from "#domain/returns/return-request.ts";
import { returnColumns } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import type { Letter, OrderDraft } from "../letters/letter.ts";
import { returnApproved, returnAsked, returnDeclined, returnHoldExpired } from "./return-letters.ts";

const letters = {
  return_asked: returnAsked,
  return_approved: returnApproved,
  return_declined: returnDeclined,
  return_hold_expired: returnHoldExpired,
};
export type ReturnEmailKind = keyof typeof letters;

/** The states of the request in which an email is no longer true. */
const untrueIn: Record<ReturnEmailKind, readonly ReturnState[]> = {
  return_asked: ["closed"],
  return_approved: ["closed"],
  return_declined: [],
  return_hold_expired: ["refunded", "exchanged"],
};

export async function writeReturnEmail(
  kind: ReturnEmailKind,
  { shop, claimed: { payload }, about }: OrderDraft,
): Promise<{ ok: true; letter: Letter } | { ok: false; reason: string }> {
  const { returnId } = (payload ?? {}) as { returnId?: unknown };
  const request = await findEmailReturn(shop.db, { orderId: about.order.id, returnId: String(returnId) });
  if (!request) return { ok: false, reason: "its return does not exist" };
  if (untrueIn[kind].includes(request.state))
    return { ok: false, reason: `its return is already ${request.state}` };
  return { ok: true, letter: letters[kind]({ ...about, request }) };
}

async function findEmailReturn(
  db: Db,
  { orderId, returnId }: { orderId: string; returnId: string },
): Promise<ReturnRequest | null> {
  const { rows } = await sql<ReturnRequest>`
    select ${returnColumns} from return_requests r
    where r.id::text = ${returnId} and r.order_id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}
