// The owner asks a customer to pay the difference of a swap. The new units are held, and the order waits: it is swapped in
// the transaction that books the payment, or the payment is refunded in full. The link in the email leads to the order's page.

import { EXTRA_PAYMENT_DAYS } from "#domain/extra-payment/extra-payment.ts";
import { type Cents, CHARGE_MAX, CHARGE_MIN } from "#domain/money/money.ts";
import { itemName } from "#domain/product/item-name.ts";
import { obtainIntent } from "../../checkout/obtain-payment.ts";
import { visitorOfOrder } from "../../checkout/visitors/visitor.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { newCall } from "../../payments/operation-queries.ts";
import type { CreateIntentParams } from "../../payments/payment-provider.ts";
import { type Changing, changeOrderAs } from "../changes/change-order.ts";
import type { PricedReplacement } from "../changes/replace-units.ts";
import { judgeSwap, type SwapAsked, type SwapResult } from "../changes/swap-units.ts";
import { insertExtraPayment } from "./extra-payment-queries.ts";

const DAY_MS = 24 * 60 * 60_000;

export type ExtraPaymentRequest = Changing &
  SwapAsked & {
    /** What the owner saw that it costs more. */
    amountSeen: Cents;
  };

export type ExtraPaymentResult =
  | { ok: true; id: string; amount: Cents }
  | Extract<SwapResult, { ok: false }>
  /** It costs no more, or something else than was seen: `more`, what it costs more now. */
  | { ok: false; reason: "amount_changed"; more: Cents }
  /** No card is charged that little or that much. */
  | { ok: false; reason: "not_chargeable"; more: Cents }
  /** The order has another one open. */
  | { ok: false; reason: "open" }
  | { ok: false; reason: "refused_by_provider" };

export function askExtraPayment(shop: Shop, request: ExtraPaymentRequest): Promise<ExtraPaymentResult> {
  const asked = { ...request, kind: "swap", action: "order.extra_payment_asked" } as const;
  return changeOrderAs<"swap", ExtraPaymentResult>(shop, asked, async (tx, order, now) => {
    const judged = await judgeSwap(tx, { ...request, order, now, isExtraPaid: true });
    if (!judged.ok) return { result: judged };
    const { priced } = judged;
    const amount = -priced.sums.difference;
    if (amount <= 0 || amount !== request.amountSeen)
      return { result: { ok: false, reason: "amount_changed", more: Math.max(0, amount) } };
    if (amount < CHARGE_MIN || amount > CHARGE_MAX)
      return { result: { ok: false, reason: "not_chargeable", more: amount } };
    const id = shop.newId();
    const stored = await store(shop, tx, { ...priced, id, amount });
    if (stored === "sold_out")
      return { result: { ok: false, reason: "sold_out", name: itemName(priced.offer) } };
    if (stored === "open") return { result: { ok: false, reason: "open" } };
    await queueExtraPaymentMail(tx, { orderId: order.id, id, turn: 1, now });
    const entry = { before: { items: priced.before }, after: { items: priced.after, amount } };
    return { entry, send: () => makePayment(shop, { ok: true, id, amount }) };
  });
}

function store(shop: Shop, tx: Tx, asking: PricedReplacement & { id: string; amount: Cents }) {
  const { id, amount, order, now } = asking;
  const params: CreateIntentParams = {
    ...{
      amount,
      checkoutId: id,
      orderId: order.id,
      receiptEmail: order.address.customer_email,
      shipping: null,
    },
    description: `Change of order ${order.id}`,
  };
  return insertExtraPayment(tx, {
    ...{ ...asking, orderId: order.id, visitor: visitorOfOrder(shop, order.id) },
    checkoutOrderId: shop.newId(),
    call: newCall(shop, { checkoutId: id, params, now }),
    expiresAt: new Date(now.getTime() + EXTRA_PAYMENT_DAYS * DAY_MS),
  });
}

/** The worker asks again when there is no answer; the page asks too when the customer wants to pay. */
async function makePayment(
  shop: Shop,
  asked: { ok: true; id: string; amount: Cents },
): Promise<ExtraPaymentResult> {
  const made = await obtainIntent(shop, { checkoutId: asked.id, during: "start" });
  return made.ok || made.reason === "unavailable" ? asked : { ok: false, reason: "refused_by_provider" };
}

/** Queues the email that requests it, the `turn`th time. */
export function queueExtraPaymentMail(
  tx: Tx,
  { orderId, id, turn, now }: { orderId: string; id: string; turn: number; now: Date },
): Promise<void> {
  const uniqueKey = `extra_payment_asked:${id}:${turn}`;
  return queueMail(tx, {
    kind: "extra_payment_asked",
    uniqueKey,
    orderId,
    to: null,
    payload: { extraPaymentId: id },
    now,
  });
}
