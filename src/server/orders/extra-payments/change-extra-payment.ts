// What the owner does with an extra payment that was requested: resends its email, or withdraws it.
import type { Cents } from "#domain/money/money.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { closeCheckout } from "../../checkout/close-checkout.ts";
import { findCheckoutById } from "../../checkout/queries.ts";
import type { Shop } from "../../core/shop.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";
import { queueExtraPaymentMail } from "./ask-extra-payment.ts";
import { findAsked, withdraw } from "./extra-payment-queries.ts";

/** `extraPaymentId` may be any text. */
export type ExtraPaymentChange = { orderId: string; extraPaymentId: string; actor: string };

export type ExtraPaymentResend = { ok: true; amount: Cents } | OrderNotFound | { ok: false; reason: "over" };

/** Two requests at the same moment are two emails; each was asked for. */
export async function resendExtraPayment(
  shop: Shop,
  { orderId, extraPaymentId, actor }: ExtraPaymentChange,
): Promise<ExtraPaymentResend> {
  if (!isUuid(extraPaymentId)) return { ok: false, reason: "over" };
  const action = "order.extra_payment_resent";
  return changeOrder<ExtraPaymentResend>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const asked = await findAsked(tx, { orderId: order.id, id: extraPaymentId, now });
    if (!asked) return { result: { ok: false, reason: "over" } };
    await queueExtraPaymentMail(tx, { orderId: order.id, id: extraPaymentId, turn: asked.mails + 1, now });
    return { result: { ok: true, amount: asked.amount }, entry: { after: { amount: asked.amount } } };
  });
}

export type ExtraPaymentWithdrawal =
  /** isEnded false: the provider has not confirmed yet that it can no longer be paid; the units are held until then. */
  { ok: true; isEnded: boolean } | OrderNotFound | { ok: false; reason: "over" };

/**
 * Withdraws an extra payment. From then on nothing is swapped for it: a payment that is in progress is refunded. The held
 * units are released once the provider has confirmed that it can no longer be paid.
 */
export async function withdrawExtraPayment(
  shop: Shop,
  { orderId, extraPaymentId, actor }: ExtraPaymentChange,
): Promise<ExtraPaymentWithdrawal> {
  if (!isUuid(extraPaymentId)) return { ok: false, reason: "over" };
  const action = "order.extra_payment_withdrawn";
  const closing = await changeOrder<{ ok: true } | { ok: false; reason: "over" }>(
    shop,
    { orderId, actor, action },
    async (tx, order) => {
      const known = await withdraw(tx, { orderId: order.id, id: extraPaymentId });
      return known
        ? { result: { ok: true }, entry: { before: { items: known.after, amount: known.amount } } }
        : { result: { ok: false, reason: "over" } };
    },
  );
  if (!closing.ok) return closing;
  const checkout = await findCheckoutById(shop.db, extraPaymentId);
  const closed = checkout && (await closeCheckout(shop, { checkout, source: "admin" }));
  return { ok: true, isEnded: closed === null || closed.ok || closed.reason === "ordered" };
}
