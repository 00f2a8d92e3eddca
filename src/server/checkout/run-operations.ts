// Finishes stored calls to the provider that are not done, because a process died or got no response. Several processes
// may run this at the same time: each leases its own calls, and leases expire. Every call is sent with its stored key
// and parameters, so two leases of one call only get the same response twice. A call that stays undecided after many
// attempts, or can't be repeated safely, is left to the owner.

import { errorText } from "../core/log.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { retryAt, workQueues } from "../core/work-queues.ts";
import { inTransaction } from "../db/transaction.ts";
import {
  claimOperations,
  finishOperation,
  postponeOperation,
  type StoredOperation,
} from "../payments/operation-queries.ts";
import { leaveToOwner } from "../payments/refunds/refund-queries.ts";
import { sendRefund } from "../payments/refunds/send-refund.ts";
import { closeCheckout } from "./close-checkout.ts";
import { obtainStoredPage } from "./host-checkout.ts";
import { obtainIntent } from "./obtain-payment.ts";
import { type Checkout, findCheckoutById, isUnfinished } from "./queries.ts";
import { isUnknownToProvider } from "./written-off.ts";

const BATCH = 20;

/** Why the operation is not done yet; null: it is. */
type Problem = string | null;

const noAnswer = "the provider did not respond";
const notKnown =
  "Stripe doesn't have this payment: the shop uses the keys of a different account. Restore the keys of the account that took it, and try again. If they are lost, check in that account whether it was paid, and close this";

async function whyOpen(shop: Shop, checkout: Checkout): Promise<string> {
  return (await isUnknownToProvider(shop, checkout.id)) ? notKnown : "not canceled yet";
}

/** Runs the due operations; returns how many there were and how many finished. */
export async function runDueOperations(shop: Shop): Promise<{ due: number; finished: number }> {
  const operations = await claimOperations(shop.db, {
    limit: BATCH,
    leaseSeconds: workQueues.operations.leaseSeconds,
    now: nowOf(shop),
  });
  let finished = 0;
  for (const operation of operations) {
    const problem = await attempt(shop, operation);
    if (problem === null) finished += 1;
    else await later(shop, operation, problem);
  }
  if (operations.length > 0) shop.log.info("operations.run", { due: operations.length, finished });
  return { due: operations.length, finished };
}

async function attempt(shop: Shop, operation: StoredOperation): Promise<Problem> {
  try {
    if (operation.kind === "refund") return await runRefund(shop, operation);
    return await runForCheckout(shop, operation);
  } catch (error) {
    return errorText(error);
  }
}

async function runRefund(shop: Shop, { key }: StoredOperation): Promise<Problem> {
  const sent = await sendRefund(shop, { key, isInformed: false });
  return !sent.ok && sent.reason === "later" ? sent.message : null;
}

/** Finds or makes the payment of a checkout, so that the shopper can pay, or closes the checkout. */
async function runForCheckout(shop: Shop, operation: StoredOperation): Promise<Problem> {
  const { key, kind, checkoutId } = operation;
  const checkout = checkoutId === null ? null : await findCheckoutById(shop.db, checkoutId);
  if (!checkout) return "its checkout no longer exists";
  if (!isUnfinished(checkout) || (kind === "create" && checkout.paymentIntentId !== null)) {
    const resultId = checkout.paymentIntentId ?? undefined;
    await finishOperation(shop.db, key, { state: "done", resultId }, nowOf(shop));
    return null;
  }
  if (kind === "create") {
    const found = await obtainIntent(shop, { checkoutId: checkout.id, during: "close" });
    return !found.ok && found.reason === "unavailable" ? noAnswer : null;
  }
  if (kind === "session") {
    const page = await obtainStoredPage(shop, checkout);
    return !page.ok && page.reason === "provider_unavailable" ? noAnswer : null;
  }
  const closed = await closeCheckout(shop, { checkout, source: "sweep" });
  return closed.ok || closed.reason === "ordered" ? null : whyOpen(shop, checkout);
}

async function later(shop: Shop, operation: StoredOperation, error: string): Promise<void> {
  const { key, kind, orderId, attempts } = operation;
  const now = nowOf(shop);
  const nextAt = retryAt(workQueues.operations, attempts, now);
  if (nextAt) {
    await postponeOperation(shop.db, key, { error, nextAt, now });
    return;
  }
  const isLeft = await inTransaction(shop, (tx) => leaveToOwner(tx, { key, orderId, error, now }));
  if (isLeft) shop.log.error("operation.given_up", { operation: operation.id, kind, error });
}
