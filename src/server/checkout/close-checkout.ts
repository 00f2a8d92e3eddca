// Ends a checkout that is not going to be paid: the shopper changed it, or its hold ran out. The rule is
// cancel first, release second: the stock goes back only after the provider has said that the payment is
// canceled. If it says instead that the payment has succeeded, the order is made and nothing is released.
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { closeHosted } from "./close-hosted.ts";
import { cancelKey, createKey } from "./operation-keys.ts";
import { finishOperation, insertOperation } from "./operation-queries.ts";
import { abandonCheckout, type Checkout, findCheckoutById, saveIntent } from "./queries.ts";
import { sendCreate } from "./send-create.ts";
import { type SettleSource, settleIntent } from "./settle-payment.ts";
import { nextPaymentRead } from "./settlement-queries.ts";

export type Closed =
  | { outcome: "closed" }
  /** Paid, or being processed: there is an order. */
  | { outcome: "ordered"; orderId: string }
  /** The provider could not be asked; the hold stays. */
  | { outcome: "still_open" };

export async function closeCheckout(
  shop: Shop,
  { checkout, source }: { checkout: Checkout; source: SettleSource },
): Promise<Closed> {
  if (checkout.state === "completed") return { outcome: "ordered", orderId: checkout.orderId };
  if (checkout.state === "expired" || checkout.state === "superseded") return { outcome: "closed" };
  if (checkout.hostedAt !== null) return closeHosted(shop, { checkout, source });
  const intentId = checkout.paymentIntentId ?? (await findLostIntent(shop, checkout));
  if (intentId === "unknown") return { outcome: "still_open" };
  if (intentId === "never_made") return { outcome: "closed" };

  const key = cancelKey(checkout.id);
  const now = nowOf(shop);
  await insertOperation(shop.db, {
    id: shop.newId(),
    kind: "cancel",
    key,
    checkoutId: checkout.id,
    params: { intentId },
    now,
  });
  const read = await nextPaymentRead(shop);
  await shop.reached?.("close:before-cancel");
  const canceled = await shop.payments.cancelIntent(key, intentId);
  if (!canceled.ok) {
    shop.log.warn("payment.not_canceled", {
      checkout: checkout.id,
      intent: intentId,
      reason: canceled.reason,
    });
    return { outcome: "still_open" };
  }
  await shop.reached?.("close:canceled");
  const settled = await settleIntent(shop, { intent: canceled.value, read, source });
  await shop.reached?.("close:settled");
  await finishOperation(shop.db, key, { state: "done", resultId: intentId }, nowOf(shop));
  await shop.reached?.("close:finished");
  if (!settled.ok) return { outcome: "still_open" };
  if (settled.intentStatus === "canceled") {
    // It may have moved to the provider's page meanwhile, and then this cancel has not ended it.
    const now = await findCheckoutById(shop.db, checkout.id);
    return now?.hostedAt ? closeCheckout(shop, { checkout: now, source }) : { outcome: "closed" };
  }
  return settled.orderId ? { outcome: "ordered", orderId: settled.orderId } : { outcome: "still_open" };
}

/**
 * A checkout without a known payment: the process may have died between asking for it and noting it. The
 * same key and parameters give the same payment back, so asking again finds it instead of making another.
 */
export async function findLostIntent(
  shop: Shop,
  checkout: Checkout,
): Promise<string | "unknown" | "never_made"> {
  const key = createKey(checkout.id);
  await shop.reached?.("close:before-create");
  const created = await sendCreate(shop, { checkoutId: checkout.id, mayRenew: false });
  if (created.ok) {
    await shop.reached?.("close:created");
    await inTransaction(shop, (tx) => saveIntent(tx, checkout.id, created.value, nowOf(shop)));
    await shop.reached?.("close:intent-saved");
    await finishOperation(shop.db, key, { state: "done", resultId: created.value.id }, nowOf(shop));
    return created.value.id;
  }
  if (created.reason === "unavailable") return "unknown";
  await shop.reached?.("close:refused");
  await inTransaction(shop, async (tx) => {
    await finishOperation(tx, key, { state: "failed", error: created.message }, nowOf(shop));
    await abandonCheckout(tx, checkout.id, nowOf(shop));
  });
  return "never_made";
}
