// Payments that the account behind the current keys does not know. A provider never forgets a payment, so they were
// made under other keys, and as far as this shop can see they can't be paid. Only the owner writes off those that could
// bring real money. One that is paid after all, once its keys are back, still becomes its order.
import { sql } from "kysely";
import type { Shop } from "../core/shop.ts";
import { closedReasons } from "../payments/payment-alerts.ts";
import type { PaymentIntent } from "../payments/payment-provider.ts";

/**
 * For a payment or page that the provider does not know: whether its checkout may end anyway. It was begun without real
 * money, with sandbox or test keys, or the owner has closed a call that could not end it.
 */
export async function isWrittenOff(shop: Shop, checkoutId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select is_rehearsal or exists (select from payment_alerts a
      where a.checkout_id = c.id::text and a.reason = ${closedReasons.operation}) as is
    from checkouts c where id = ${checkoutId}`.execute(shop.db);
  return rows[0]?.is === true;
}

/** A written-off payment, as the shop treats it from then on. */
export function writtenOffPayment(id: string, checkoutId: string): PaymentIntent {
  return {
    ...{ id, checkoutId, status: "canceled", currency: "usd", amount: 0, amountReceived: 0 },
    ...{ clientSecret: null, chargeId: null, hasTried: false, createdAt: 0 },
  };
}

/**
 * Asks the provider whether it knows none of the payments of an unfinished checkout. False also when that can't be
 * asked, when nothing was stored that it could know, and when a bank was processing: then there is an order that waits
 * for money.
 */
export async function isUnknownToProvider({ db, payments }: Shop, checkoutId: string): Promise<boolean> {
  const { rows } = await sql<{ intentId: string | null; sessionId: string | null }>`
    select payment_intent_id as "intentId", checkout_session_id as "sessionId" from checkouts
    where id = ${checkoutId} and state in ('open', 'paying') and intent_status is distinct from 'processing'`.execute(
    db,
  );
  const { intentId = null, sessionId = null } = rows[0] ?? {};
  const answers = [
    ...(intentId === null ? [] : [await payments.retrieveIntent(intentId)]),
    ...(sessionId === null ? [] : [await payments.retrieveSession(sessionId)]),
  ];
  return answers.length > 0 && answers.every((answer) => !answer.ok && answer.reason === "not_found");
}
