// The only way for a payment to become an order. The confirmation page, webhooks, the reconciler, the expiry sweep, and
// the owner's Sync all call this, any number of times and concurrently. It never trusts the caller: it reads the
// payment from the provider and passes it to one database function, which does the rest in one transaction:
// db/functions/payments/settle-payment.sql makes the order, takes the stock, and queues the emails (queue-mail.sql).
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { retrying } from "../db/transaction.ts";
import { recordStrayPayment } from "./payment-alerts.ts";
import type { PaymentIntent } from "./payment-provider.ts";
import {
  type KnownPayment,
  lookAtPayment,
  type SettledPayment,
  settleInDatabase,
} from "./settlement-queries.ts";

export type SettleSource = "browser" | "webhook" | "reconciler" | "sweep" | "admin" | "checkout";

export type Settlement =
  | ({ ok: true; checkoutId: string } & Omit<SettledPayment, "outcome"> &
      Pick<PaymentIntent, "chargeId" | "hasTried">)
  | { ok: false; reason: "not_found" | "not_ours" | "unavailable" };

/** Paid or processing: this checkout can't be paid another way. */
export function isTaken(settled: Settlement): boolean {
  return settled.ok && (settled.status === "paid" || settled.status === "processing");
}

/**
 * `looked`: the payment as the caller has just read it; read here if omitted. `eventId`: the event behind this call,
 * which settling marks as done. `isShown`: the result includes the order for the confirmation page. A settled payment
 * costs this one read and no call.
 */
export async function settlePayment(
  shop: Shop,
  {
    intentId,
    source,
    looked,
    eventId,
    isShown = false,
  }: { intentId: string; source: SettleSource; looked?: KnownPayment; eventId?: string; isShown?: boolean },
): Promise<Settlement> {
  const known = looked ?? (await lookAtPayment(shop, intentId));
  if (known.isSettled) return asSettled(known);
  const retrieved = await shop.payments.retrieveIntent(intentId);
  if (!retrieved.ok) {
    if (retrieved.reason === "not_found") return { ok: false, reason: "not_found" };
    shop.log.warn("payment.unreadable", { intent: intentId, source, reason: retrieved.reason });
    return { ok: false, reason: "unavailable" };
  }
  return settleIntent(shop, { intent: retrieved.value, read: known.read, source, eventId, isShown });
}

/** The result for a payment that is already settled. */
function asSettled({ checkoutId, orderId, status }: Extract<KnownPayment, { isSettled: true }>): Settlement {
  const nothingNew = { previousStatus: status, updated: false, chargeId: null, confirmation: null };
  const known = { checkoutId, orderId, status, intentStatus: "succeeded", hasTried: true };
  return { ok: true, ...known, ...nothingNew };
}

/** Settles the payment that the provider has just returned. `read` was taken before the request. */
export async function settleIntent(
  shop: Shop,
  {
    intent,
    read,
    source,
    eventId = null,
    isShown = false,
  }: {
    intent: PaymentIntent;
    read: string;
    source: SettleSource;
    eventId?: string | null | undefined;
    isShown?: boolean;
  },
): Promise<Settlement> {
  if (intent.checkoutId === null || !isUuid(intent.checkoutId)) return { ok: false, reason: "not_ours" };
  const args = { checkoutId: intent.checkoutId, intent, read, source, now: nowOf(shop), eventId, isShown };
  const { outcome, ...settled } = await retrying(() => settleInDatabase(shop, args));
  if (outcome === "unknown_checkout" || outcome === "other_intent") {
    // A payment without an order is never dropped silently: the doctor and the owner must see it.
    const say = intent.status === "succeeded" ? shop.log.error : shop.log.warn;
    say("payment.without_checkout", { intent: intent.id, checkout: intent.checkoutId, outcome });
    if (intent.status === "succeeded") await recordStrayPayment(shop, { intent, reason: outcome });
    return { ok: false, reason: "not_ours" };
  }
  const { orderId, previousStatus, status, updated } = settled;
  if (updated) {
    shop.log.info("order.moved", { order: orderId, from: previousStatus, to: status, source });
    shop.wakeWorker("mails");
  }
  const { checkoutId, chargeId, hasTried } = intent;
  return { ok: true, checkoutId, chargeId, hasTried, ...settled };
}
