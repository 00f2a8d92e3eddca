// The webhook. An event is only a signal: its signature is checked over the raw bytes, its id is stored in the inbox,
// and then the payment that it names is read from the provider. The response is success only once the event is in the
// inbox; the worker handles anything that could not be handled right away.

import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { retryAt, workQueues } from "../../core/work-queues.ts";
import { OWN_EVENT } from "../../payments/payment-provider.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { watchDeclines } from "../watch-declines.ts";
import {
  type Concerns,
  finishEvent,
  listDueEvents,
  postponeEvent,
  receiveEvent as putIntoInbox,
  type StoredEvent,
} from "./event-queries.ts";
import { noteFraudWarning } from "./note-fraud-warning.ts";

const BATCH = 20;

/**
 * refused: not from the provider. unreadable: signed, but with an id that the inbox can't store. Throws when the inbox
 * can't be written; the caller must respond with 503.
 */
export async function receiveEvent(
  shop: Shop,
  { rawBody, signature }: { rawBody: string; signature: string },
): Promise<"received" | "refused" | "unreadable"> {
  const event = shop.payments.readEvent(rawBody, signature);
  if (!event) return "refused";
  if (![event.id, event.type, event.objectId ?? "-"].every(isName)) return "unreadable";
  if (event.type === OWN_EVENT) return "received";
  const concerns = concernsOf(event);
  const { done, attempts, read } = await putIntoInbox(shop.db, event, { concerns, now: nowOf(shop) });
  if (!done) await handleEvent(shop, { ...event, attempts }, read);
  return "received";
}

/** Ids of the provider are short texts of printable characters. */
function isName(name: unknown): boolean {
  return typeof name === "string" && /^[!-~]{1,255}$/.test(name);
}

/** Handles events that could not be handled when they arrived. */
export async function handleDueEvents(shop: Shop): Promise<number> {
  const due = await listDueEvents(shop.db, nowOf(shop), BATCH);
  for (const event of due) await handleEvent(shop, event);
  return due.length;
}

const FRAUD_WARNING = "radar.early_fraud_warning.created";

/** Refunds (including charge.refunded and charge.refund.updated) and disputes, no matter who started them. */
const MONEY_BACK = /^(refund\.|charge\.refund|charge\.dispute\.)/;

function concernsOf({ type, intentId }: Pick<StoredEvent, "type" | "intentId">): Concerns {
  if (intentId === null) return null;
  if (type === "payment_intent.created") return "made";
  if (type.startsWith("payment_intent.")) return "settled";
  if (type === FRAUD_WARNING) return "fraud_warning";
  return MONEY_BACK.test(type) ? "money_back" : null;
}

/**
 * `isDone`: the event is marked as done with its result. Null for an event that names no payment; it only stays in the
 * inbox.
 */
async function applyEvent(shop: Shop, { id, type, intentId }: StoredEvent, read: string | null) {
  const concerns = concernsOf({ type, intentId });
  if (intentId === null) return { applied: null, isDone: false };
  if (concerns === "money_back")
    return { applied: await applyPaymentFacts(shop, { intentId, source: "webhook" }), isDone: false };
  if (concerns === "fraud_warning") {
    // Its order may not exist yet.
    const applied = await settlePayment(shop, { intentId, source: "webhook" });
    if (applied.ok) await noteFraudWarning(shop, intentId);
    return { applied, isDone: false };
  }
  const ask = {
    intentId,
    source: "webhook" as const,
    ...(read !== null && { looked: { isSettled: false as const, read } }),
  };
  // A declined charge is counted before the event is done.
  if (type === "payment_intent.payment_failed") {
    const applied = await settlePayment(shop, ask);
    await watchDeclines(shop, { intentId, settled: applied, source: "webhook" });
    return { applied, isDone: false };
  }
  const applied = await settlePayment(shop, { ...ask, eventId: id });
  return { applied, isDone: applied.ok && read !== null };
}

/** `read`: of the provider, taken when the event arrived; null: it arrived earlier. */
async function handleEvent(shop: Shop, event: StoredEvent, read: string | null = null): Promise<void> {
  try {
    const { applied, isDone } = await applyEvent(shop, event, read);
    if (applied && !applied.ok && applied.reason === "unavailable")
      throw new Error("the payment provider did not respond");
    if (!isDone) await finishEvent(shop.db, event.id, nowOf(shop));
  } catch (error) {
    shop.log.warn("event.postponed", { id: event.id, type: event.type, error: errorText(error) });
    const nextAt = retryAt(workQueues.events, event.attempts + 1, nowOf(shop));
    await postponeEvent(shop.db, event.id, { error: errorText(error), nextAt }).catch(() => {});
  }
}
