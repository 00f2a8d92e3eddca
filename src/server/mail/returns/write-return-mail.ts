// Mails about a return, from what it is when they are sent.
import { sql } from "kysely";
import type { ReturnRequest, ReturnState } from "#domain/returns/return-request.ts";
import type { Shop } from "../../core/shop.ts";
import { returnColumns } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import type { ClaimedMail } from "../queries.ts";
import { returnApproved, returnAsked, returnDeclined, returnLetGo } from "./return-letters.ts";

const letters = {
  return_asked: returnAsked,
  return_approved: returnApproved,
  return_declined: returnDeclined,
  return_let_go: returnLetGo,
};
export type ReturnMailKind = keyof typeof letters;

export function isReturnMail(kind: string): kind is ReturnMailKind {
  return Object.hasOwn(letters, kind);
}

/** In which states of the request a mail is no longer true. */
const untrueIn: Record<ReturnMailKind, readonly ReturnState[]> = {
  return_asked: ["closed"],
  return_approved: ["closed"],
  return_declined: [],
  return_let_go: ["refunded", "exchanged"],
};

export async function writeReturnMail(
  shop: Shop,
  { kind, payload }: Pick<ClaimedMail, "payload"> & { kind: ReturnMailKind },
  about: OrderLetter,
): Promise<{ ok: true; letter: Letter } | { ok: false; reason: string }> {
  const { returnId } = (payload ?? {}) as { returnId?: unknown };
  const request = await findMailReturn(shop.db, { orderId: about.order.id, returnId: String(returnId) });
  if (!request) return { ok: false, reason: "its return does not exist" };
  if (untrueIn[kind].includes(request.state))
    return { ok: false, reason: `its return is ${request.state} by now` };
  return { ok: true, letter: letters[kind]({ ...about, request }) };
}

async function findMailReturn(
  db: Db,
  { orderId, returnId }: { orderId: string; returnId: string },
): Promise<ReturnRequest | null> {
  const { rows } = await sql<ReturnRequest>`
    select ${returnColumns} from return_requests r
    where r.id::text = ${returnId} and r.order_id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}
