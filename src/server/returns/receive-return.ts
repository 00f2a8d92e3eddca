// Pieces of a return came back. They are written down, and what came back and is not settled yet is refunded, in one
// transaction under the order's lock; or it waits. The refund is made by the refund's own machinery (refund-order.ts), with
// its parts, its stored call and its mail. When the provider refuses it, the pieces have come back all the same, and the
// refund can be made again.
import type { Cents } from "#domain/money/money.ts";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import {
  type CamePieces,
  piecesAway,
  piecesToSettle,
  receivedSoFar,
  refundOfPieces,
} from "#domain/returns/return-receipt.ts";
import { type ReturnRequest, type ReturnState, returnReasons } from "#domain/returns/return-request.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { lockOrder } from "../orders/detail-queries.ts";
import {
  decideRefund,
  type RefundRefusal,
  type RefundResult,
  refuseRequest,
  sendStored,
} from "../refunds/refund-order.ts";
import { nowOf, type Shop } from "../shop.ts";
import { findReturn, insertCame, releaseWanted } from "./queries.ts";

export type ReceiveReturn = {
  orderId: string;
  returnId: string;
  actor: string;
  /** What came now. */
  came: CamePieces;
  /** What had come when the form was opened, in all. */
  seen: number;
  /** What of it is refunded; null: nothing yet. */
  refund: {
    /** A UUID made with the form. */
    refundId: string;
    amount: Cents | "parts";
    shipping: Cents;
    /** Ids of lines whose pieces go back on the shelf. */
    restock: readonly string[];
  } | null;
};

type ReceiveRefusal =
  | { ok: false; reason: "no_pieces" | "too_many_came" }
  /** It is not approved, or it has ended. */
  | { ok: false; reason: "not_open"; state: ReturnState }
  /** Somebody has written down pieces since the form was opened. */
  | { ok: false; reason: "changed" };

export type ReceiveResult =
  | { ok: true; refund: Extract<RefundResult, { ok: true }> | null }
  | ReceiveRefusal
  | RefundRefusal
  /** The pieces are written down, and the provider did not make the refund. */
  | { ok: false; reason: "not_refunded"; refusal: RefundRefusal };

export async function receiveReturn(shop: Shop, request: ReceiveReturn): Promise<ReceiveResult> {
  const { orderId, returnId, refund } = request;
  const ids = [orderId, returnId, ...(refund ? [refund.refundId] : [])];
  if (!ids.every(isUuid)) return { ok: false, reason: "not_found" };
  const decided = await inTransaction(shop, (tx) => decide(shop, tx, request));
  if (!decided.ok) return decided;
  if (!refund) return { ok: true, refund: null };
  const made = await sendStored(shop, refund.refundId, decided);
  return made.ok ? { ok: true, refund: made } : { ok: false, reason: "not_refunded", refusal: made };
}

/** `isOver`: of the refund; the provider has answered before. */
type Decided = { ok: true; isOver: boolean } | Exclude<ReceiveResult, { ok: true }>;

async function decide(shop: Shop, tx: Tx, request: ReceiveReturn): Promise<Decided> {
  const { orderId, returnId, came, refund, actor } = request;
  if (!(await lockOrder(tx, orderId))) return { ok: false, reason: "not_found" };
  const known = await findReturn(tx, { orderId, returnId });
  if (!known) return { ok: false, reason: "not_found" };
  // The same form once more: what came is written down, and so is the refund.
  if (refund && (await isStored(tx, refund.refundId)))
    return decideRefund(shop, tx, refundRequest(known, request));
  const refusal = refuse(known, request);
  if (refusal) return refusal;
  if (refund) {
    const asked = refundRequest(known, request);
    const decided = refuseRequest(asked) ?? (await decideRefund(shop, tx, asked));
    if (!decided.ok) return decided;
  }
  const now = nowOf(shop);
  await insertCame(tx, { orderId, returnId, pieces: came, now });
  await releaseWanted(tx, returnId);
  const after = { came: receivedSoFar(known.lines) + count(came), of: count(allOf(known)) };
  await insertAudit(tx, { actor, action: "return.received", object: orderId, after }, now);
  return { ok: true, isOver: false };
}

function refuse({ state, lines }: ReturnRequest, { came, seen, refund }: ReceiveReturn): Decided | null {
  if (state !== "approved" && state !== "received") return { ok: false, reason: "not_open", state };
  if (seen !== receivedSoFar(lines)) return { ok: false, reason: "changed" };
  const isKnown = Object.entries(came).every(([id, pieces]) => {
    const line = lines.find(({ itemId }) => itemId === id);
    return line && Number.isSafeInteger(pieces) && pieces >= 0 && pieces <= piecesAway(line);
  });
  if (!isKnown) return { ok: false, reason: "too_many_came" };
  const settles = refund ? count(piecesToSettle(lines, came)) : count(came);
  return settles === 0 ? { ok: false, reason: "no_pieces" } : null;
}

function refundRequest(known: ReturnRequest, { orderId, returnId, actor, came, refund }: ReceiveReturn) {
  if (!refund) throw new Error("there is no refund to make");
  const { refundId, amount, shipping, restock } = refund;
  const pieces = piecesToSettle(known.lines, came);
  const back = Object.entries(pieces).filter(([id]) => restock.includes(id));
  return {
    ...{ orderId, returnId, actor, refundId, amount, parts: refundOfPieces(pieces, shipping) },
    restock: Object.fromEntries(back),
    reason: `Return: ${returnReasons[known.reason]}`.slice(0, REFUND_REASON_LENGTH_MAX),
  };
}

const allOf = ({ lines }: ReturnRequest): CamePieces =>
  Object.fromEntries(lines.map(({ itemId, pieces }) => [itemId, pieces]));

function count(pieces: CamePieces): number {
  return Object.values(pieces).reduce((sum, each) => sum + each, 0);
}

async function isStored(tx: Tx, refundId: string): Promise<boolean> {
  const found = await tx.selectFrom("refunds").select("id").where("id", "=", refundId).executeTakeFirst();
  return found !== undefined;
}
