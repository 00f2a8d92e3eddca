// Requests the payment of a checkout, or its payment page, with the stored key and parameters, and stores its id.
// Repeating the call finds what the first one made instead of making another, so this also finds a payment that was
// never stored, or that was made although the provider returned an error. When the provider refuses permanently,
// nothing can be paid: the checkout ends and its stock is released right away, unless another process has stored a new
// key since, which may have a payment.

import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { callKey } from "../payments/operation-keys.ts";
import {
  finishOperation,
  isStillUndone,
  loadOperation,
  type StoredOperation,
} from "../payments/operation-queries.ts";
import type {
  CreateIntentParams,
  CreateSessionParams,
  PaymentIntent,
  PaymentSession,
  ProviderResult,
} from "../payments/payment-provider.ts";
import { findOfCheckout, sendOperation } from "../payments/send-operation.ts";
import { endUnpaid, lockCheckout, saveIntent } from "./queries.ts";

/**
 * `during` close: a payment whose key has expired is not made again. Any failure but `unavailable` means that there is
 * nothing to pay and the checkout is over.
 */
export async function obtainIntent(
  shop: Shop,
  { checkoutId, during }: { checkoutId: string; during: "start" | "close" },
): Promise<ProviderResult<PaymentIntent>> {
  const key = callKey(checkoutId, "create");
  const operation = await loadOperation(shop.db, key);
  const params = operation.params as CreateIntentParams;
  const created = await sendOperation(shop, operation, {
    mayRenew: during === "start",
    send: (sent) => shop.payments.createIntent(sent, params),
    find: () =>
      findOfCheckout(operation, checkoutId, {
        list: shop.payments.listIntents,
        isOver: ({ status }) => status === "canceled",
      }),
  });
  if (!created.ok) return orEnd(shop, operation, created);
  await saveIntent(shop.db, { checkoutId, intent: created.value, key, now: nowOf(shop) });
  return created;
}

/** The response may be older than the page's current state. The page has only one key, and the caller stores it. */
export async function obtainPage(shop: Shop, checkoutId: string): Promise<ProviderResult<PaymentSession>> {
  const operation = await loadOperation(shop.db, callKey(checkoutId, "session"));
  const params = operation.params as CreateSessionParams;
  const made = await sendOperation(shop, operation, {
    mayRenew: false,
    send: (key) => shop.payments.createSession(key, params),
    find: () => findOfCheckout(operation, checkoutId, { list: shop.payments.listSessions }),
  });
  return made.ok ? made : orEnd(shop, operation, made);
}

type Failure = Extract<ProviderResult<unknown>, { ok: false }>;

async function orEnd(shop: Shop, operation: StoredOperation, failed: Failure): Promise<Failure> {
  const { key, kind } = operation;
  const checkoutId = operation.checkoutId ?? "";
  shop.log.warn("payment.not_made", { checkout: checkoutId, call: kind, reason: failed.reason });
  if (failed.reason === "unavailable") return failed;
  const isOver = await inTransaction(shop, async (tx) => {
    await lockCheckout(tx, checkoutId);
    if (!(await isStillUndone(tx, operation))) return false;
    await finishOperation(tx, key, { state: "failed", error: failed.message }, nowOf(shop));
    return endUnpaid(tx, checkoutId, nowOf(shop));
  });
  return isOver ? failed : { ok: false, reason: "unavailable", message: "its key was replaced" };
}
