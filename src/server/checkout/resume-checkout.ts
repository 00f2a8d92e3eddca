// The result of a checkout that was opened before: its payment, or why there will be none.
import type { CheckoutStarted } from "#domain/checkout/checkout.ts";
import type { Shop } from "../core/shop.ts";
import type { PaymentIntent } from "../payments/payment-provider.ts";
import { isTaken, settlePayment } from "../payments/settle-payment.ts";
import { obtainIntent } from "./obtain-payment.ts";
import { alreadyPaid, type Checkout, isUnfinished } from "./queries.ts";
import { watchDeclines } from "./watch-declines.ts";

export type PaymentAnswer =
  | { ok: true; started: CheckoutStarted; intentId: string }
  | { ok: false; reason: "already_paid"; orderId: string; paymentIntentId: string | null }
  | { ok: false; reason: "hold_expired" | "provider_unavailable" | "provider_refused" | "email_refused" };

/** The same request again: a double click, a reload, a second tab, or the retry after a lost response. */
export async function resumeCheckout(shop: Shop, checkout: Checkout): Promise<PaymentAnswer> {
  if (checkout.state === "completed") return alreadyPaid(checkout);
  if (!isUnfinished(checkout)) return { ok: false, reason: "hold_expired" };
  const intentId = checkout.paymentIntentId;
  if (intentId === null) return requestIntent(shop, checkout);
  const settled = await settlePayment(shop, { intentId, source: "checkout" });
  if (!settled.ok) return { ok: false, reason: "provider_unavailable" };
  if (isTaken(settled)) return alreadyPaid(checkout);
  const { isOver } = await watchDeclines(shop, { intentId, settled, source: "checkout" });
  if (isOver || settled.intentStatus === "canceled") return { ok: false, reason: "hold_expired" };
  const intent = await shop.payments.retrieveIntent(intentId);
  return intent.ok ? started(checkout, intent.value) : { ok: false, reason: "provider_unavailable" };
}

async function requestIntent(shop: Shop, checkout: Checkout): Promise<PaymentAnswer> {
  const created = await obtainIntent(shop, { checkoutId: checkout.id, during: "start" });
  if (created.ok) return started(checkout, created.value);
  if (created.reason === "unavailable") return { ok: false, reason: "provider_unavailable" };
  return { ok: false, reason: created.isEmail ? "email_refused" : "provider_refused" };
}

function started(checkout: Checkout, intent: PaymentIntent): PaymentAnswer {
  if (intent.clientSecret === null) return { ok: false, reason: "provider_refused" };
  return {
    ok: true,
    intentId: intent.id,
    started: {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      orderId: checkout.orderId,
      totals: checkout.totals,
      expiresAt: checkout.expiresAt.toISOString(),
      isHeld: checkout.holdActive,
    },
  };
}
