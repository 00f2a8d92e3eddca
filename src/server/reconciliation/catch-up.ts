import type { Shop } from "../core/shop.ts";
import { LOOKS_BACK_MS, reconcilePayments } from "./reconcile-payments.ts";
import { reconcileRefunds } from "./reconcile-refunds.ts";

/** For the worker: settles payments, refunds, and disputes of the last month whose events were lost. */
export async function catchUp(shop: Shop): Promise<void> {
  const since = shop.clock() - LOOKS_BACK_MS;
  const [payments] = await Promise.allSettled([reconcilePayments(shop, { since })]);
  await reconcileRefunds(shop, { since });
  if (payments.status === "rejected") throw payments.reason;
}
