// The owner asks a customer to pay what a swap costs more. The new pieces are held, and the order waits: it is swapped in
// the transaction that books the payment, or the payment goes back whole. The link in the mail leads to the order's page.
import { type Cents, CHARGE_MAX, CHARGE_MIN } from "#domain/money/money.ts";
import { namePieces } from "#domain/order/swap.ts";
import { TOP_UP_DAYS } from "#domain/top-up/top-up.ts";
import { obtainIntent } from "../../checkout/obtain-payment.ts";
import { visitorOfOrder } from "../../checkout/visitors/visitor.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { newCall } from "../../payments/operation-queries.ts";
import type { CreateIntentParams } from "../../payments/payment-provider.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import {
  type Correcting,
  type CorrectingRefusal,
  changeBeforeShipping,
} from "../corrections/change-before-shipping.ts";
import type { CorrectableOrder } from "../corrections/correction-queries.ts";
import { judgeSwap, nameOf, type SwapAsked, type SwapJudgment } from "../corrections/judge-swap.ts";
import { insertTopUp } from "./top-up-queries.ts";

const DAY_MS = 24 * 60 * 60_000;

export type TopUpRequest = Correcting &
  SwapAsked & {
    /** What the owner saw that it costs more. */
    amountSeen: Cents;
  };

export type TopUpResult =
  | { ok: true; id: string; amount: Cents }
  | CorrectingRefusal
  | Extract<SwapJudgment, { ok: false }>
  /** It costs no more, or something else than was seen: `more`, what it costs more now. */
  | { ok: false; reason: "amount_changed"; more: Cents }
  /** No card is charged that little or that much. */
  | { ok: false; reason: "not_chargeable"; more: Cents }
  | { ok: false; reason: "sold_out"; name: string }
  /** The order is asked for another one. */
  | { ok: false; reason: "open" }
  | { ok: false; reason: "refused_by_provider" };

type Asked = { result: TopUpResult };

export async function askTopUp(shop: Shop, request: TopUpRequest): Promise<TopUpResult> {
  const result = await changeBeforeShipping<TopUpResult>(
    shop,
    { ...request, kind: "swap" },
    (tx, order, now) => ask(shop, tx, { request, order, now }),
  );
  if (!result.ok) return result;
  shop.wakeWorker("mails");
  // The worker asks again when there is no answer; the page asks too when somebody wants to pay.
  const made = await obtainIntent(shop, { checkoutId: result.id, during: "start" });
  return made.ok || made.reason === "unavailable" ? result : { ok: false, reason: "refused_by_provider" };
}

type Asking = { request: TopUpRequest; order: CorrectableOrder; now: Date };

async function ask(shop: Shop, tx: Tx, { request, order, now }: Asking): Promise<Asked> {
  const { itemId, pieces, actor, amountSeen } = request;
  const refused = (result: Extract<TopUpResult, { ok: false }>): Asked => ({ result });
  const judged = await judgeSwap(tx, { ...request, order, now, isToppedUp: true });
  if (!judged.ok) return refused(judged);
  const { item, offer, sums } = judged;
  const amount = -sums.difference;
  if (amount <= 0 || amount !== amountSeen)
    return refused({ ok: false, reason: "amount_changed", more: Math.max(0, amount) });
  if (amount < CHARGE_MIN || amount > CHARGE_MAX)
    return refused({ ok: false, reason: "not_chargeable", more: amount });
  const orderId = order.id;
  const id = shop.newId();
  const params: CreateIntentParams = {
    ...{ amount, checkoutId: id, orderId, receiptEmail: order.address.customer_email, shipping: null },
    description: `Change of order ${orderId}`,
  };
  const before = namePieces(item, pieces);
  const after = namePieces({ name: offer.name, variation: offer.variation || null }, pieces);
  const asked = await insertTopUp(tx, {
    ...{ id, orderId, itemId, sums, offer, before, after, actor, now },
    visitor: visitorOfOrder(shop, orderId),
    checkoutOrderId: shop.newId(),
    call: newCall(shop, { checkoutId: id, params, now }),
    expiresAt: new Date(now.getTime() + TOP_UP_DAYS * DAY_MS),
  });
  if (asked === "sold_out") return refused({ ok: false, reason: "sold_out", name: nameOf(offer) });
  if (asked === "open") return refused({ ok: false, reason: "open" });
  const entry = { before: { pieces: before }, after: { pieces: after, amount } };
  await insertAudit(tx, { actor, action: "order.top_up_asked", object: orderId, ...entry }, now);
  await queueTopUpMail(tx, { orderId, id, turn: 1, now });
  return { result: { ok: true, id, amount } };
}

/** Queues the mail that asks for it, the `turn`th time. */
export function queueTopUpMail(
  tx: Tx,
  { orderId, id, turn, now }: { orderId: string; id: string; turn: number; now: Date },
): Promise<void> {
  const uniqueKey = `top_up_asked:${id}:${turn}`;
  return queueMail(tx, { kind: "top_up_asked", uniqueKey, orderId, to: null, payload: { topUpId: id }, now });
}
