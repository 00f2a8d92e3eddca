// The webhook. An event is a doorbell, not a letter: its signature is checked over the raw bytes, its id is stored in the
// inbox, and then the payment that it names is read from the provider. The answer is success only once the event is in
// the inbox; the worker handles what could not be handled at once.
import { watchDeclines } from "../checkout/watch-declines.ts";
import { errorText } from "../log.ts";
import type { PaymentEvent } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { applyPaymentFacts } from "../refunds/refund-facts.ts";
import { nowOf, type Shop } from "../shop.ts";
import { retryAt, workQueues } from "../work-queues.ts";
import {
  finishEvent,
  listDueEvents,
  postponeEvent,
  receiveEvent as putIntoInbox,
  type StoredEvent,
} from "./event-queries.ts";

const BATCH = 20;

/**
 * refused: not from the provider. unreadable: signed, but named so that no inbox could ever hold it. Throws when the
 * inbox can't be written; the caller must answer 503.
 */
export async function receiveEvent(
  shop: Shop,
  { rawBody, signature }: { rawBody: string; signature: string },
): Promise<"received" | "refused" | "unreadable"> {
  const event = shop.payments.readEvent(rawBody, signature);
  if (!event) return "refused";
  if (![event.id, event.type, event.objectId ?? "-"].every(isName)) return "unreadable";
  const { done, attempts } = await putIntoInbox(shop.db, event, nowOf(shop));
  if (!done) await handleEvent(shop, { ...event, attempts });
  return "received";
}

/** What the provider calls anything: a short text of printable characters. */
function isName(name: unknown): boolean {
  return typeof name === "string" && /^[!-~]{1,255}$/.test(name);
}

/** Handles events that could not be handled when they arrived. */
export async function handleDueEvents(shop: Shop): Promise<number> {
  const due = await listDueEvents(shop.db, nowOf(shop), BATCH);
  for (const event of due) await handleEvent(shop, event);
  return due.length;
}

/** Refunds (charge.refunded and charge.refund.updated too) and disputes, whoever began them. */
const MONEY_BACK = /^(refund\.|charge\.refund|charge\.dispute\.)/;

/** Null for an event that does not concern the shop; it only stays in the inbox. */
async function applyEvent(shop: Shop, { type, intentId }: Pick<PaymentEvent, "type" | "intentId">) {
  if (intentId === null) return null;
  if (type.startsWith("payment_intent.")) {
    const settled = await settlePayment(shop, { intentId, source: "webhook" });
    if (type === "payment_intent.payment_failed")
      await watchDeclines(shop, { intentId, settled, source: "webhook" });
    return settled;
  }
  return MONEY_BACK.test(type) ? applyPaymentFacts(shop, { intentId, source: "webhook" }) : null;
}

async function handleEvent(shop: Shop, event: StoredEvent): Promise<void> {
  try {
    const applied = await applyEvent(shop, event);
    if (applied && !applied.ok && applied.reason === "unavailable")
      throw new Error("the payment provider did not answer");
    await finishEvent(shop.db, event.id, nowOf(shop));
  } catch (error) {
    shop.log.warn("event.postponed", { id: event.id, type: event.type, error: errorText(error) });
    const nextAt = retryAt(workQueues.events, event.attempts + 1, nowOf(shop));
    await postponeEvent(shop.db, event.id, { error: errorText(error), nextAt }).catch(() => {});
  }
}
