import type { CreateIntentParams, PaymentIntent, ProviderResult } from "../payments/payment-provider.ts";
import type { Shop } from "../shop.ts";
import { createKey } from "./operation-keys.ts";
import { loadOperation } from "./operation-queries.ts";
import { sendOperation } from "./send-operation.ts";

const PAGES_MAX = 1_000;
const CLOCK_SLACK_MS = 5 * 60_000;

/**
 * Asks the provider for the payment of a checkout, with the stored key and parameters, or finds the one that
 * was made. With `mayRenew: false` (the checkout is being closed) `refused` means that none was ever made.
 */
export async function sendCreate(
  shop: Shop,
  { checkoutId, mayRenew }: { checkoutId: string; mayRenew: boolean },
): Promise<ProviderResult<PaymentIntent>> {
  const operation = await loadOperation(shop.db, createKey(checkoutId));
  const params = operation.params as CreateIntentParams;
  // The row is older than anything that was made for it.
  const oldest = operation.createdAt.getTime() - CLOCK_SLACK_MS;
  return sendOperation(shop, operation, {
    mayRenew,
    send: (key) => shop.payments.createIntent(key, params),
    find: () => findIntentOfCheckout(shop, checkoutId, oldest),
  });
}

/** The payment whose metadata names the checkout: one that can be or was paid before one that is canceled. */
async function findIntentOfCheckout(
  shop: Shop,
  checkoutId: string,
  createdSince: number,
): Promise<ProviderResult<PaymentIntent | null>> {
  let canceled: PaymentIntent | null = null;
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const listed = await shop.payments.listIntents({ createdSince, after });
    if (!listed.ok) return listed;
    const ours = listed.value.intents.filter((intent) => intent.checkoutId === checkoutId);
    const alive = ours.find((intent) => intent.status !== "canceled");
    if (alive) return { ok: true, value: alive };
    canceled ??= ours[0] ?? null;
    after = listed.value.intents.at(-1)?.id ?? null;
    if (!listed.value.hasMore || after === null) return { ok: true, value: canceled };
  }
  return { ok: false, reason: "unavailable", message: "too many payments to look through" };
}
