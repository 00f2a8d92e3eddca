// The SQL that takes a person out of the tables. Every column that can identify a person is named in
// customers/privacy/personal-columns.ts; a test fills all of them, forgets the person, and looks for traces in the whole database.

import { sql } from "kysely";
import { FORGOTTEN_NAME, FORGOTTEN_REVIEWER } from "#domain/customer/forget.ts";
import { emailKey } from "#domain/text/typed/email-key.ts";
import type { Tx } from "../db/transaction.ts";
import { emailsToOwner } from "../mail/queue-mail.ts";

/** An email that has gone keeps its row, so that it does not go out twice; one that waits never goes out. */
const emptyEmail = (now: Date) => sql`
  recipient = null, payload = '{}', last_error = null, locked_until = null, lock_token = null,
  dead_at = case when sent_at is null then coalesce(dead_at, ${now}) else dead_at end,
  dismissed_at = case when sent_at is null then coalesce(dismissed_at, ${now}) else dismissed_at end`;

/**
 * Takes the customer out of these orders and all that belongs to them. Amounts, lines and the state stay. The orders are
 * locked, and their checkouts before them. Any number of times.
 */
export async function eraseOrders(tx: Tx, orderIds: string[], now: Date): Promise<void> {
  const orders = sql`${orderIds}::uuid[]`;
  const checkouts = sql`(select checkout_id from orders where id = any (${orders})
    union all select id from checkouts where extra_payment_for = any (${orders}))`;
  await sql`
    update orders set forgotten_at = ${now}, shipping_address = jsonb_build_object('customer_name', ${FORGOTTEN_NAME}::text,
        'customer_email', '', 'line1', '', 'line2', null, 'city', '', 'state', coalesce(shipping_address ->> 'state', ''),
        'postal_code', '', 'country', coalesce(shipping_address ->> 'country', 'US'))
      where id = any (${orders}) and forgotten_at is null`.execute(tx);
  await eraseCheckouts(tx, checkouts);
  await sql`
    update payment_operations set last_error = null where order_id = any (${orders}) and last_error is not null`.execute(
    tx,
  );
  await sql`delete from order_links where checkout_id in ${checkouts}`.execute(tx);
  await sql`update shipments set tracking_number = '' where order_id = any (${orders}) and tracking_number <> ''`.execute(
    tx,
  );
  await sql`update differences set note = '' where order_id = any (${orders}) and note <> ''`.execute(tx);
  await sql`update refunds set reason = null where order_id = any (${orders}) and reason is not null`.execute(
    tx,
  );
  await sql`
    update return_requests set note = '', answer = '' where order_id = any (${orders}) and (note <> '' or answer <> '')`.execute(
    tx,
  );
  await sql`
    update review_asks set token_hash = null, settled_at = coalesce(settled_at, ${now}),
        state = case when state = 'waiting' then 'dropped' else state end
      where order_id = any (${orders})`.execute(tx);
  await sql`
    update reviews set name = ${FORGOTTEN_REVIEWER}
      where name <> ${FORGOTTEN_REVIEWER}
        and order_item_id in (select id from order_items where order_id = any (${orders}))`.execute(tx);
  await sql`update outbox set ${emptyEmail(now)} where order_id = any (${orders})`.execute(tx);
  await sql`select erase_order_history(${orders})`.execute(tx);
}

type CheckoutIds = ReturnType<typeof sql>;

/** `checkouts`: a list of their ids, in parentheses. They are locked. */
async function eraseCheckouts(tx: Tx, checkouts: CheckoutIds): Promise<void> {
  await sql`delete from checkout_reminders where checkout_id in ${checkouts}`.execute(tx);
  await sql`
    update payment_operations set params = params - 'receiptEmail' - 'shipping' - 'description', last_error = null
      where checkout_id in ${checkouts}`.execute(tx);
  await sql`
    update payment_alerts set detail = '' where detail <> '' and checkout_id in (
      select id::text from checkouts where id in ${checkouts})`.execute(tx);
  await sql`update discount_uses set email = '' where checkout_id in ${checkouts}`.execute(tx);
  await sql`
    update checkouts set shipping_address = '{}', discount_email = null, request_hash = '', access_token_hash = null,
      visitor = null where id in ${checkouts}`.execute(tx);
}

/** The same for what has no order: checkouts that were left, messages, requests, emails. `email` in lower case. */
export async function eraseLoose(
  tx: Tx,
  {
    email,
    checkoutIds,
    orderIds,
    now,
  }: { email: string; checkoutIds: string[]; orderIds: string[]; now: Date },
): Promise<void> {
  await eraseCheckouts(tx, sql`(select unnest(${checkoutIds}::uuid[]))`);
  const theirs = sql`(lower(m.email) = ${email} or m.order_id = any (${orderIds}::uuid[]))`;
  // Their emails are erased by a trigger (db/functions/customers/erase-message-mails.sql).
  await sql`delete from contact_messages m where ${theirs}`.execute(tx);
  // Their personal code can't be used from now on.
  await sql`update discounts set for_email = '', is_on = false where for_email = ${emailKey(email)}`.execute(
    tx,
  );
  // This waits for a restock email that is being queued, so that the next statement sees it.
  await sql`delete from restock_requests where email = ${email}`.execute(tx);
  await sql`
    update outbox set ${emptyEmail(now)} where lower(recipient) = ${email} and kind <> all (${emailsToOwner}::text[])`.execute(
    tx,
  );
  for (const table of ["email_opt_outs", "checkout_reminders"])
    await sql`
      delete from ${sql.table(table)} where email_hash = encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`.execute(
      tx,
    );
}
