// The owner's decision on work that the shop gave up: retry or close. Retrying is always safe: a call is sent with the
// key and parameters that were stored before the first attempt, and an event only makes the shop read from the provider
// again. Closing is refused where money or stock depends on the result. A call that ends a checkout can't be closed
// while that checkout may still be paid, unless the provider knows none of its payments, which ends it. A refund can be
// closed only after the provider was asked whether it made it, so that it isn't refunded twice.
import type { AlertDecision } from "#domain/alerts/alert.ts";
import { closeCheckout } from "../../checkout/close-checkout.ts";
import { findCheckoutById } from "../../checkout/queries.ts";
import { isUnknownToProvider } from "../../checkout/written-off.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { keepClosed, resolvePaymentAlert } from "../../payments/payment-alerts.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import {
  abandonOperation,
  closeEvent,
  findStuckOperation,
  hurryEvent,
  isMade,
  lockStuckOperation,
  reopenOperation,
  type StuckOperation,
} from "./queries.ts";

type AlertChoice = { id: string; actor: string };

const notFound: AlertDecision = { ok: false, reason: "not_found" };

/** `id`: the key of an operation or the id of an event, as listed. The worker starts on it right away. */
export async function retryAlert(shop: Shop, { id, actor }: AlertChoice): Promise<AlertDecision> {
  const now = nowOf(shop);
  const decision = await inTransaction(shop, async (tx): Promise<AlertDecision> => {
    const operation = await lockStuckOperation(tx, id);
    if (operation) await reopenOperation(tx, id, now);
    else if (!(await hurryEvent(tx, id, now))) return notFound;
    const what = operation ? "operation" : "event";
    await insertAudit(tx, { actor, action: `${what}.retried`, object: id }, now);
    return { ok: true, what };
  });
  if (decision.ok) shop.wakeWorker(decision.what === "event" ? "events" : "calls");
  return decision;
}

/** `note`: the reason, stored with the closed item and not in the audit log, which is permanent. `id` may also be the key of a payment alert. */
export async function closeAlert(
  shop: Shop,
  { id, actor, note }: AlertChoice & { note: string },
): Promise<AlertDecision> {
  const found = await findStuckOperation(shop.db, id);
  const refunded = found?.kind === "refund" ? found.intentId : null;
  if (refunded !== null) {
    const facts = await applyPaymentFacts(shop, { intentId: refunded, source: "admin" });
    if (!facts.ok && facts.reason === "unavailable") return { ok: false, reason: "unavailable" };
  }
  const needing = found && isNeeded(found) ? found.checkoutId : null;
  const writtenOff = needing !== null && (await isUnknownToProvider(shop, needing)) ? needing : null;
  const now = nowOf(shop);
  const decision = await inTransaction(shop, async (tx): Promise<AlertDecision> => {
    const operation = await lockStuckOperation(tx, id);
    if (!operation && refunded !== null && (await isMade(tx, id))) return { ok: false, reason: "was_made" };
    if (operation && isNeeded(operation) && writtenOff === null) return { ok: false, reason: "still_open" };
    if (operation) await abandonOperation(tx, operation, now);
    const closed = operation
      ? { type: operation.kind, checkoutId: operation.checkoutId }
      : await closeEvent(tx, id, now);
    if (closed === null) return notFound;
    const { type, checkoutId } = closed;
    const what = operation ? "operation" : "event";
    await insertAudit(tx, { actor, action: `${what}.closed`, object: id, after: { type } }, now);
    await keepClosed(tx, { key: id, what, checkoutId, note, actor, now });
    return { ok: true, what };
  });
  // If this process dies here, the sweep ends the checkout: the stored decision allows it.
  const checkout = decision.ok && writtenOff !== null ? await findCheckoutById(shop.db, writtenOff) : null;
  if (checkout) await closeCheckout(shop, { checkout, source: "admin" });
  if (decision.ok || decision.reason !== "not_found") return decision;
  return (await resolvePaymentAlert(shop, { key: id, note, actor })) ? { ok: true, what: "alert" } : notFound;
}

/** Its checkout holds stock or may still be paid; without the call it would never end. */
function isNeeded({ checkoutState }: StuckOperation): boolean {
  return checkoutState === "open" || checkoutState === "paying";
}
