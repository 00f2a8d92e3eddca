import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { Tx } from "../db/transaction.ts";
import { insertMail } from "./queries.ts";

export const mailKinds = [
  "order_confirmation",
  "owner_new_order",
  "payment_processing",
  "payment_failed",
  "order_link",
  "order_shipped",
  "order_refunded",
  "contact_message",
  "test_mail",
] as const;
export type MailKind = (typeof mailKinds)[number];

export type QueuedMail = {
  kind: MailKind;
  /** What this mail is about, e.g. "order_confirmation:<order id>". A second mail with the same key is not queued. */
  uniqueKey: string;
  /** null: decided when the mail is sent (the order's customer, or the store for mails to the owner). */
  to: string | null;
  payload: Record<string, string>;
  now: Date;
  orderId?: string;
};

/**
 * Puts a mail into the outbox, once per `uniqueKey` whatever is retried. Called inside the transaction
 * that makes the mail true, so that neither exists without the other.
 */
export async function queueMail(db: Kysely<Schema> | Tx, mail: QueuedMail): Promise<void> {
  await insertMail(db, mail);
}
