// Asks the provider for the payment of a checkout, with the stored key and parameters, and stores its id. Repeating the
// call finds the payment instead of making another, so this also finds a payment whose id was never stored. When the
// provider refuses for good, no payment exists: the checkout ends and its stock is released at once, unless another
// process has stored a new key since, under which there may be a payment.
import { inTransaction } from "../db/transaction.ts";
import { callKey } from "../payments/operation-keys.ts";
import {
  finishOperation,
  isStillUndone,
  loadOperation,
  type StoredOperation,
} from "../payments/operation-queries.ts";
import type { CreateIntentParams, PaymentIntent, ProviderResult } from "../payments/payment-provider.ts";
import { findOfCheckout, sendOperation } from "../payments/send-operation.ts";
import { nowOf, type Shop } from "../shop.ts";
import { abandonCheckout, lockCheckout, saveIntent } from "./queries.ts";

/**
 * `during` close: a payment whose key the provider has forgotten is not made again. `stored`: the call, if the caller has
 * stored it just now. Any failure but `unavailable` means that there is no payment and the checkout is over.
 */
export async function obtainIntent(
  shop: Shop,
  { checkoutId, during, stored }: { checkoutId: string; during: "start" | "close"; stored?: StoredOperation },
): Promise<ProviderResult<PaymentIntent>> {
  const key = callKey(checkoutId, "create");
  const operation = stored ?? (await loadOperation(shop.db, key));
  const created = await sendCreate(shop, operation, { checkoutId, mayRenew: during === "start" });
  if (!created.ok) {
    shop.log.warn("payment.intent_failed", { checkout: checkoutId, reason: created.reason });
    if (created.reason === "unavailable") return created;
    const isOver = await inTransaction(shop, async (tx) => {
      await lockCheckout(tx, checkoutId);
      if (!(await isStillUndone(tx, operation))) return false;
      await finishOperation(tx, key, { state: "failed", error: created.message }, nowOf(shop));
      await abandonCheckout(tx, checkoutId, nowOf(shop));
      return true;
    });
    return isOver ? created : { ok: false, reason: "unavailable", message: "its key was renewed meanwhile" };
  }
  await saveIntent(shop.db, { checkoutId, intent: created.value, key, now: nowOf(shop) });
  return created;
}

async function sendCreate(
  shop: Shop,
  operation: StoredOperation,
  { checkoutId, mayRenew }: { checkoutId: string; mayRenew: boolean },
): Promise<ProviderResult<PaymentIntent>> {
  const params = operation.params as CreateIntentParams;
  return sendOperation(shop, operation, {
    mayRenew,
    send: (key) => shop.payments.createIntent(key, params),
    find: () =>
      findOfCheckout(operation, checkoutId, {
        list: shop.payments.listIntents,
        isOver: ({ status }) => status === "canceled",
      }),
  });
}
