// Units of a return came back. They are recorded, and what came back and is not settled yet is refunded or exchanged,
// in one transaction under the order's lock; or it waits. The refund is made by the refund's own machinery (refund-order.ts), with
// its parts, its stored call and its mail. When the provider refuses it, the units have come back anyway, and the
// refund can be made again.

import type { Cents } from "#domain/money/money.ts";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import { countUnits, type Quantities } from "#domain/order/units.ts";
import { receivedSoFar, refundOfUnits, unitsAway, unitsToSettle } from "#domain/returns/return-receipt.ts";
import { type ReturnRequest, type ReturnState, returnReasons } from "#domain/returns/return-request.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { findRefund } from "../../payments/refunds/refund-queries.ts";
import { type RefundMade, sendStored } from "../../payments/refunds/send-stored.ts";
import { changeOrder } from "../changes/change-order.ts";
import type { LockedOrder } from "../changes/change-queries.ts";
import { type ExchangeRefusal, exchangeUnits } from "../changes/exchange-units.ts";
import { decideRefund, type RefundRefusal, refuseRequest } from "../changes/refund-order.ts";
import { findReturn, insertCame, releaseWanted } from "./queries.ts";

export type ReceiveReturn = {
  orderId: string;
  returnId: string;
  actor: string;
  /** What came now. */
  came: Quantities;
  /** What had come when the form was opened, in all. */
  seen: number;
  /** What of it is refunded; null: nothing yet. */
  refund: {
    /** A UUID made with the form. */
    refundId: string;
    amount: Cents | "parts";
    shipping: Cents;
    /** Ids of lines whose units are restocked. */
    restock: readonly string[];
  } | null;
  /** Lines whose units are exchanged instead, and of these, those whose units are restocked. Left out: none. */
  exchange?: { itemIds: readonly string[]; restock: readonly string[] };
};

type ReceiveRefusal =
  | { ok: false; reason: "no_units" | "too_many_came" }
  /** It is not approved, or it has ended. */
  | { ok: false; reason: "not_open"; state: ReturnState }
  /** Another person has entered units since the form was opened. */
  | { ok: false; reason: "changed" };

export type ReceiveResult =
  /** `exchanged`: units for which others are to be sent now. */
  | { ok: true; refund: RefundMade | null; exchanged: number }
  | ReceiveRefusal
  | RefundRefusal
  | ExchangeRefusal
  /** The units are recorded, and the provider did not make the refund. */
  | { ok: false; reason: "not_refunded"; refusal: RefundRefusal };

export async function receiveReturn(shop: Shop, request: ReceiveReturn): Promise<ReceiveResult> {
  const { orderId, returnId, refund, actor } = request;
  const ids = [returnId, ...(refund ? [refund.refundId] : [])];
  if (!ids.every(isUuid)) return { ok: false, reason: "not_found" };
  const asked = { orderId, actor, action: "return.received" } as const;
  return changeOrder<ReceiveResult>(shop, asked, async (tx, order, now) => {
    const decided = await decide(shop, tx, { request, order, now });
    if (!decided.ok) return { result: decided };
    return { ...(decided.entry && { entry: decided.entry }), send: () => send(shop, decided) };
  });
}

/** `entry`: none for the same form again. */
type Decided = {
  ok: true;
  /** `isOver`: the provider has answered before, or is not asked. */
  refund: { id: string; isOver: boolean } | null;
  exchanged: number;
  /** Of what exchanged units cost less. */
  differences: string[];
  entry?: { after: Record<string, number> };
};

type Refused = Exclude<ReceiveResult, { ok: true }>;

/** The refund of the difference of an exchange is flagged, as of any other swap. */
async function send(shop: Shop, { refund, exchanged, differences }: Decided): Promise<ReceiveResult> {
  for (const id of differences) await sendStored(shop, id, { isInformed: false });
  if (refund === null) return { ok: true, refund, exchanged };
  const made = await sendStored(shop, refund.id, { isOver: refund.isOver, isInformed: true });
  return made.ok
    ? { ok: true, refund: made, exchanged }
    : { ok: false, reason: "not_refunded", refusal: made };
}

type Deciding = { request: ReceiveReturn; order: LockedOrder; now: Date };

async function decide(shop: Shop, tx: Tx, { request, order, now }: Deciding): Promise<Decided | Refused> {
  const { orderId, returnId, came, refund, exchange, actor } = request;
  const known = await findReturn(tx, { orderId, returnId });
  if (!known) return { ok: false, reason: "not_found" };
  const settled = settle(known, request);
  const stored = refund && (await findRefund(tx, refund.refundId));
  // The same form again: the received units are stored, and so is the refund.
  if (refund && stored?.returnId === returnId) {
    const again = await decideRefund(shop, tx, order, refundRequest(known, request, settled.refunded));
    if (!again.ok) return again;
    return { ok: true, refund: { id: refund.refundId, isOver: again.isOver }, exchanged: 0, differences: [] };
  }
  const refusal = refuse(known, request, settled);
  if (refusal) return refusal;
  await insertCame(tx, { returnId, units: came, now });
  await releaseWanted(tx, returnId, settled.exchanged);
  let made: Decided["refund"] = null;
  if (refund !== null && countUnits(settled.refunded) > 0) {
    // Another form of the page may have made a refund with its id.
    const refundId = stored ? shop.newId() : refund.refundId;
    const asked = { ...refundRequest(known, request, settled.refunded), refundId };
    const decided = refuseRequest(asked) ?? (await decideRefund(shop, tx, order, asked));
    if (!decided.ok) return decided;
    made = { id: refundId, isOver: decided.isOver };
  }
  const { restock } = exchange ?? { restock: [] };
  const exchanging = { order, request: known, units: settled.exchanged, restock, actor, now };
  const swapped = await exchangeUnits(shop, tx, exchanging);
  if (!swapped.ok) return swapped;
  const exchanged = countUnits(settled.exchanged);
  const after = {
    ...{
      came: receivedSoFar(known.lines) + countUnits(came),
      of: known.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    },
    ...(exchanged > 0 ? { exchanged } : {}),
  };
  return { ok: true, refund: made, exchanged, differences: swapped.refundIds, entry: { after } };
}

type SettledUnits = { refunded: Quantities; exchanged: Quantities };

/** What came and is not settled: what of it would be refunded, and what is exchanged. */
function settle({ lines }: ReturnRequest, { came, exchange }: ReceiveReturn): SettledUnits {
  const open = Object.entries(unitsToSettle(lines, came));
  const isExchanged = ([id]: [string, number]) => exchange?.itemIds.includes(id) ?? false;
  return {
    refunded: Object.fromEntries(open.filter((line) => !isExchanged(line))),
    exchanged: Object.fromEntries(open.filter(isExchanged)),
  };
}

function refuse(
  { state, lines }: ReturnRequest,
  { came, seen, refund }: ReceiveReturn,
  { refunded, exchanged }: SettledUnits,
): Refused | null {
  if (state !== "approved" && state !== "received") return { ok: false, reason: "not_open", state };
  if (seen !== receivedSoFar(lines)) return { ok: false, reason: "changed" };
  const isKnown = Object.entries(came).every(([id, quantity]) => {
    const line = lines.find(({ itemId }) => itemId === id);
    return line && Number.isSafeInteger(quantity) && quantity >= 0 && quantity <= unitsAway(line);
  });
  if (!isKnown) return { ok: false, reason: "too_many_came" };
  const settles = countUnits(exchanged) + (refund ? countUnits(refunded) : countUnits(came));
  return settles === 0 ? { ok: false, reason: "no_units" } : null;
}

function refundRequest(
  known: ReturnRequest,
  { orderId, returnId, actor, refund }: ReceiveReturn,
  units: Quantities,
) {
  if (!refund) throw new Error("there is no refund to make");
  const { refundId, amount, shipping, restock } = refund;
  const back = Object.entries(units).filter(([id]) => restock.includes(id));
  return {
    ...{
      orderId,
      returnId,
      actor,
      refundId,
      amount,
      parts: { ...refundOfUnits(units, shipping), returnId },
    },
    restock: Object.fromEntries(back),
    reason: `Return: ${returnReasons[known.reason]}`.slice(0, REFUND_REASON_LENGTH_MAX),
  };
}
