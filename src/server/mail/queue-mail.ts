// The outbox, filled from TypeScript. Emails that follow from a payment (order confirmation, new order, payment
// processing or failed) are queued in SQL, in the transaction that moves the order:
// db/functions/checkout/bring-order-to-payment.sql. So are restock emails: db/functions/inbox/notify-restock-line.sql.
import { sql } from "kysely";
import type { Db, Tx } from "../db/transaction.ts";

/** Every kind of email that the shop sends. */
export const emailKinds = [
  "order_confirmation",
  "owner_new_order",
  "payment_processing",
  "payment_failed",
  "order_link",
  "order_shipped",
  "order_refunded",
  "order_canceled",
  "order_changed",
  "extra_payment_asked",
  "return_asked",
  "return_approved",
  "return_declined",
  "return_hold_expired",
  "review_request",
  "contact_message",
  "message_reply",
  "messages_held",
  "owner_card_testing",
  "owner_fraud_warning",
  "test_mail",
  "restock_asked",
  "restock",
  "checkout_reminder",
] as const;
export type MailKind = (typeof emailKinds)[number];

/** Emails to a customer about an order are sent in the order in which they were queued (claim_mails). */
export const emailsInOrder: readonly MailKind[] = [
  "payment_processing",
  "payment_failed",
  "order_confirmation",
  "order_shipped",
  "order_refunded",
  "order_canceled",
  "order_changed",
  "extra_payment_asked",
  "return_approved",
  "return_declined",
  "return_hold_expired",
];

/** Emails that go to the owner. */
export const emailsToOwner: readonly MailKind[] = [
  "owner_new_order",
  "return_asked",
  "contact_message",
  "messages_held",
  "owner_card_testing",
  "owner_fraud_warning",
  "test_mail",
];

export type QueuedEmail = {
  kind: MailKind;
  /** For example "order_confirmation:<order id>". A second email with the same key is not queued. */
  uniqueKey: string;
  /** null: resolved when the email is sent (the order's customer, or the store for emails to the owner). */
  to: string | null;
  payload: Record<string, string>;
  now: Date;
  orderId?: string;
};

/**
 * Queues an email in the outbox, once per `uniqueKey`. Call it in the transaction of the change that the email reports, so
 * that neither exists without the other.
 */
export async function queueMail(db: Db, mail: QueuedEmail): Promise<void> {
  await db
    .insertInto("outbox")
    .values({
      kind: mail.kind,
      unique_key: mail.uniqueKey,
      order_id: mail.orderId ?? null,
      recipient: mail.to,
      payload: JSON.stringify(mail.payload),
      created_at: mail.now,
      next_at: mail.now,
    })
    .onConflict((conflict) => conflict.column("unique_key").doNothing())
    .execute();
}

type OrderEmailKind = "order_confirmation" | "order_shipped";

/** Queues an email to the order's customer: one per kind, or one per kind and `key`. */
export function queueOrderMail(
  tx: Tx,
  kind: OrderEmailKind,
  orderId: string,
  { key, payload = {}, now }: { key?: string | undefined; payload?: Record<string, string>; now: Date },
): Promise<void> {
  const uniqueKey = [kind, orderId, ...(key ? [key] : [])].join(":");
  return queueMail(tx, { kind, uniqueKey, orderId, to: null, payload, now });
}

/**
 * Sends such an email again. While a requested one waits to be sent, another request changes nothing and returns false.
 * Call it under the order's lock. `about` distinguishes several of one kind.
 */
export async function queueResend(
  tx: Tx,
  kind: OrderEmailKind,
  orderId: string,
  { about, payload = {}, now }: { about?: string; payload?: Record<string, string>; now: Date },
): Promise<boolean> {
  const ending = about ? `:${about}` : "";
  // Old rows are deleted, so they are not counted.
  const { rows } = await sql<{ last: number | null; waiting: number }>`
    select max(split_part(unique_key, ':', 4)::integer) as last,
        (count(*) filter (where unique_key like ${`%:resend:%${ending}`} and sent_at is null and dead_at is null
          and (locked_until is null or locked_until < ${now})))::integer as waiting
      from outbox where order_id = ${orderId} and kind = ${kind}
        and unique_key like '%:resend:%'`.execute(tx);
  const { last = null, waiting = 0 } = rows[0] ?? {};
  if (waiting > 0) return false;
  await queueOrderMail(tx, kind, orderId, { key: `resend:${(last ?? 0) + 1}${ending}`, payload, now });
  return true;
}
