// An early fraud warning: the card's bank suspects fraud, days before it would dispute the payment. The order is flagged, so
// that its page, the list, and Packing say so, and the owner gets an email.
import { sql } from "kysely";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { flagOrder } from "../../payments/refunds/refund-queries.ts";

/** No effect for a payment without an order, or for an order that is already refunded. */
export async function noteFraudWarning(shop: Shop, intentId: string): Promise<void> {
  const now = nowOf(shop);
  await inTransaction(shop, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select o.id from orders o where o.status in ('paid', 'partially_refunded', 'disputed')
        and (o.payment_intent_id = ${intentId}
          or o.id in (select extra_payment_for from checkouts where payment_intent_id = ${intentId}))`.execute(
      tx,
    );
    for (const { id: orderId } of rows) {
      await flagOrder(tx, orderId, "fraud_warning", now);
      const uniqueKey = `owner_fraud_warning:${orderId}`;
      await queueMail(tx, { kind: "owner_fraud_warning", uniqueKey, to: null, payload: {}, orderId, now });
    }
  });
  shop.wakeWorker("mails");
}
