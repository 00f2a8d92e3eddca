// The owner's answer to a return: approved with what to do, declined with a reason, or closed. Each is one transaction under
// the order's lock, so that of two answers at the same moment the second sees the first, and changes nothing.
import type { AuditAction } from "#domain/audit/audit-log.ts";
import { unitsWithShopper } from "#domain/order/units.ts";
import {
  formatReturnLines,
  RETURN_ANSWER_MAX,
  type ReturnRequest,
  type ReturnState,
} from "#domain/returns/return-request.ts";
import { paragraphs } from "#domain/text/paragraphs.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";
import { findUnits } from "../detail-queries.ts";
import { answerReturn, findReturn, holdWanted, releaseWanted, wantNothing } from "./queries.ts";

type Decided = { orderId: string; returnId: string; answer: string; actor: string };

export type DecideResult =
  | { ok: true }
  | OrderNotFound
  /** Another person was faster. */
  | { ok: false; reason: "decided"; state: ReturnState }
  /** Some of its units were refunded since it was asked. */
  | { ok: false; reason: "units_gone" }
  | { ok: false; reason: "bad_answer" }
  | { ok: false; reason: "sold_out"; name: string };

/**
 * Approves an open request, and holds the wanted units; with `asRefund` there is a refund instead of an exchange.
 * `answer`: what to do, for the customer.
 */
export function approveReturn(
  shop: Shop,
  { asRefund = false, ...decided }: Decided & { asRefund?: boolean },
): Promise<DecideResult> {
  return decide(shop, decided, {
    action: "return.approved",
    from: ["requested"],
    to: "approved",
    async write(tx, request, now) {
      const { items } = await findUnits(tx, decided.orderId);
      const isGone = request.lines.some((line) => {
        const item = items.find(({ id }) => id === line.itemId);
        return !item || line.quantity > unitsWithShopper(item);
      });
      if (isGone) return { ok: false, reason: "units_gone" };
      if (asRefund) await wantNothing(tx, request.id);
      const missing = await holdWanted(tx, { returnId: request.id, now });
      return missing === null ? null : { ok: false, reason: "sold_out", name: missing };
    },
  });
}

/** `answer`: why not, for the customer. */
export function declineReturn(shop: Shop, decided: Decided): Promise<DecideResult> {
  return decide(shop, decided, { action: "return.declined", from: ["requested"], to: "declined" });
}

/** Ends a request of which nothing more is to come, and releases what was held for it. */
export function closeReturn(shop: Shop, decided: Omit<Decided, "answer">): Promise<DecideResult> {
  return decide(shop, decided, { action: "return.closed", from: ["approved", "received"], to: "closed" });
}

type Step = {
  action: AuditAction;
  from: readonly ReturnState[];
  to: "approved" | "declined" | "closed";
  /** Null: it may go on. */
  write?: (tx: Tx, request: ReturnRequest, now: Date) => Promise<Extract<DecideResult, { ok: false }> | null>;
};

async function decide(
  shop: Shop,
  { orderId, returnId, actor, answer: text }: Omit<Decided, "answer"> & { answer?: string },
  { action, from, to, write }: Step,
): Promise<DecideResult> {
  const answer = paragraphs(text);
  if (to !== "closed" && (answer === "" || answer.length > RETURN_ANSWER_MAX))
    return { ok: false, reason: "bad_answer" };
  if (!isUuid(returnId)) return { ok: false, reason: "not_found" };
  return changeOrder<DecideResult>(shop, { orderId, actor, action }, async (tx, _, now) => {
    const request = await findReturn(tx, { orderId, returnId });
    if (!request) return { result: { ok: false, reason: "not_found" } };
    const { state } = request;
    if (!from.includes(state)) return { result: { ok: false, reason: "decided", state } };
    const refusal = (await write?.(tx, request, now)) ?? null;
    if (refusal) return { result: refusal };
    await answerReturn(tx, { returnId, state: to, answer: to === "closed" ? request.answer : answer, now });
    if (to === "closed") await releaseWanted(tx, returnId);
    else await notifyOfReturn(tx, `return_${to}`, { orderId, returnId, now });
    const after = { state: to, items: formatReturnLines(request), ...(to === "closed" ? {} : { answer }) };
    return { result: { ok: true }, entry: { before: { state }, after } };
  });
}

/** Queues the email to the customer, once per request. */
export function notifyOfReturn(
  tx: Tx,
  kind: "return_approved" | "return_declined" | "return_hold_expired",
  { orderId, returnId, now }: { orderId: string; returnId: string; now: Date },
): Promise<void> {
  const uniqueKey = `${kind}:${returnId}`;
  return queueMail(tx, { kind, uniqueKey, orderId, to: null, payload: { returnId }, now });
}
