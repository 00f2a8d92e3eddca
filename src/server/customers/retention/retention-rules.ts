// How long the shop keeps what it stores. Every table of the schema has an entry, so a new table does not compile
// without one. A rule removes at most `limit` rows in one statement and answers them, oldest first, so that a backlog
// of any size goes in small steps. docs/retention.md is the same list for the owner; a test compares the two.
import { type RawBuilder, sql } from "kysely";
import type { PrivacyRules } from "#domain/privacy/privacy-rules.ts";
import type { Schema } from "../../db/schema.ts";
import type { Tx } from "../../db/transaction.ts";
import { eraseOldOrders } from "../forget-customer.ts";

export type RetentionRule = {
  /** As long as the owner says nothing else; null: for good. */
  keepDays: number | null;
  /** How long the owner's rules keep it, if they are about it. */
  owners?: (rules: PrivacyRules) => number | null;
  /** What happens then, for the docs. */
  outcome: string;
  /** What it removes of people, for the owner's log; left out: nothing. */
  logged?: string;
} & (
  | {
      /** Returns one row for each that was removed. */
      remove: (before: Date, limit: number) => RawBuilder<unknown>;
    }
  | {
      /** The same in several statements; returns how many were removed. */
      removeAll: (tx: Tx, which: { before: Date; limit: number; now: Date }) => Promise<number>;
    }
);
/** The reason why nothing is removed by age. */
export type Kept = { kept: string };

const WITH_ITS_ORDER = "with its order, as the shop's records";
const WITH_ITS_PRODUCT = "with its product";
const FEW = "few rows, which do not grow with use";
const WITH_THE_OWNER = "with the owner's account";

/** Rows of `table` whose `column` is older than the limit are deleted. */
function older(
  table: keyof Schema,
  id: string,
  column: string,
  rule: Pick<RetentionRule, "keepDays" | "outcome" | "owners" | "logged">,
): RetentionRule {
  const at = sql.ref(column);
  return {
    ...rule,
    remove: (before, limit) => sql`
      delete from ${sql.table(table)} where ${sql.ref(id)} in (
        select ${sql.ref(id)} from ${sql.table(table)} where ${at} < ${before} order by ${at} limit ${limit})
      returning 1`,
  };
}

/** A checkout that ended without an order and whose payment can't be made anymore. */
const isGivenUp = sql`c.state in ('expired', 'superseded') and not c.hold_active
  and (c.payment_intent_id is null or c.intent_status = 'canceled')
  and not exists (select 1 from orders o where o.checkout_id = c.id)
  and not exists (select 1 from payment_operations p where p.checkout_id = c.id and p.state in ('todo', 'needs_human'))`;

const eraseAddress: RetentionRule = {
  keepDays: 7,
  owners: ({ checkoutDays }) => checkoutDays,
  outcome: "name, email, and postal address are erased when no order came of it",
  logged: "Unfinished checkouts: name, email and address",
  remove: (before, limit) => sql`
    with given_up as (
      select c.id from checkouts c where c.updated_at < ${before} and c.shipping_address <> '{}' and ${isGivenUp}
        order by c.updated_at limit ${limit} for update skip locked),
    calls as (
      update payment_operations set params = params - 'receiptEmail' - 'shipping' - 'description'
        where checkout_id in (select id from given_up)),
    reasons as (
      update payment_alerts set detail = '' where checkout_id in (select id::text from given_up))
    update checkouts set shipping_address = '{}', discount_email = null where id in (select id from given_up) returning 1`,
};

/** Longer than the month in which the shop still compares its checkouts with the provider's payments. */
const GIVEN_UP_DAYS = 40;

const deleteGivenUp: RetentionRule = {
  keepDays: GIVEN_UP_DAYS,
  outcome: "deleted with its lines when no order came of it",
  remove: (before, limit) => sql`
    with given_up as (
      select c.id from checkouts c where c.updated_at < ${before} and ${isGivenUp}
        order by c.updated_at limit ${limit} for update skip locked),
    calls as (delete from payment_operations where checkout_id in (select id from given_up))
    delete from checkouts where id in (select id from given_up) returning 1`,
};

const eraseEmail: RetentionRule = {
  keepDays: 90,
  outcome: "recipient and content of a sent email are erased; the row stays, so that no email goes out twice",
  logged: "Emails: recipient and content",
  remove: (before, limit) => sql`
    update outbox set recipient = null, payload = '{}' where id in (
      select id from outbox where sent_at < ${before} and (recipient is not null or payload <> '{}')
        order by sent_at limit ${limit})
    returning 1`,
};

const eraseDismissedMail: RetentionRule = {
  keepDays: 90,
  outcome: "recipient, content, and error of a failed email are erased after it was dismissed",
  remove: (before, limit) => sql`
    update outbox set recipient = null, payload = '{}', last_error = null where id in (
      select id from outbox
        where dismissed_at < ${before} and (recipient is not null or payload <> '{}' or last_error is not null)
        order by dismissed_at limit ${limit})
    returning 1`,
};

const dismissFailedMail: RetentionRule = {
  keepDays: 365,
  outcome: "the same for a failed email that was not dismissed: it can't be resent after that",
  remove: (before, limit) => sql`
    update outbox set recipient = null, payload = '{}', last_error = null, dismissed_at = dead_at where id in (
      select id from outbox where dead_at < ${before} and dismissed_at is null order by dead_at limit ${limit})
    returning 1`,
};

const deleteUnread: RetentionRule = {
  keepDays: 3 * 365,
  owners: ({ messageDays }) => messageDays + 365,
  outcome: "deleted if unread; its emails are erased with it",
  logged: "Unread messages",
  remove: (before, limit) => sql`
    delete from contact_messages where id in (
      select id from contact_messages where read_at is null and created_at < ${before}
        order by created_at limit ${limit})
    returning 1`,
};

const deleteUnconfirmed: RetentionRule = {
  keepDays: 7,
  outcome: "deleted when it was never confirmed",
  logged: "Back-in-stock requests",
  remove: (before, limit) => sql`
    delete from restock_requests where id in (
      select id from restock_requests where confirmed_at is null and asked_at < ${before} order by asked_at limit ${limit})
    returning 1`,
};

const deleteLongWait: RetentionRule = {
  keepDays: 365,
  owners: ({ restockDays }) => restockDays,
  outcome: "deleted if the variant did not come back",
  logged: "Back-in-stock requests",
  remove: (before, limit) => sql`
    delete from restock_requests where id in (
      select id from restock_requests where confirmed_at < ${before} and asked_at < ${before} and told_at is null
        order by confirmed_at limit ${limit})
    returning 1`,
};

const eraseReturnWords: RetentionRule = {
  keepDays: 2 * 365,
  outcome: "the texts of customer and owner are erased after it ends; the rest stays with its order",
  logged: "Returns: texts",
  remove: (before, limit) => sql`
    update return_requests set note = '', answer = '' where id in (
      select id from return_requests where ended_at < ${before} and (note <> '' or answer <> '')
        order by ended_at limit ${limit})
    returning 1`,
};

/** A year with its part of a leap day: what was promised for whole years is never over early. */
const DAYS_PER_YEAR = 365.25;

const eraseCustomers: RetentionRule = {
  keepDays: null,
  owners: ({ orderYears }) => (orderYears === null ? null : Math.ceil(orderYears * DAYS_PER_YEAR)),
  outcome: "stays as the shop's records; the owner can have name and address erased after some years",
  logged: "Orders: name, email and address",
  removeAll: eraseOldOrders,
};

export const retention: Record<keyof Schema, readonly RetentionRule[] | Kept> = {
  account: { kept: WITH_THE_OWNER },
  admin_audit: { kept: "the audit log only grows; it can't be shortened" },
  backup_rules: { kept: FEW },
  backups: { kept: "until the backup is deleted, by the rules on its page" },
  brand_icons: { kept: "the last ten sets of icons of the storefront" },
  brand_versions: { kept: "the draft and the last ten versions of the storefront" },
  bulk_undos: [
    older("bulk_undos", "id", "created_at", {
      keepDays: 1,
      outcome: "deleted; it was only useful for a minute",
    }),
  ],
  categories: { kept: FEW },
  checkout_items: { kept: "with its checkout" },
  checkouts: [eraseAddress, deleteGivenUp],
  checkout_reminders: { kept: "with its checkout" },
  collections: { kept: "until the owner deletes them" },
  contact_messages: [
    older("contact_messages", "id", "read_at", {
      keepDays: 730,
      owners: ({ messageDays }) => messageDays,
      outcome: "deleted after it was read; its emails are erased with it",
      logged: "Read messages",
    }),
    deleteUnread,
  ],
  discount_uses: { kept: "with its checkout" },
  discounts: { kept: "the reasons for discounts, as the shop's records" },
  disputes: { kept: WITH_ITS_ORDER },
  dropped_photos: { kept: WITH_ITS_PRODUCT },
  fulfillment_events: { kept: WITH_ITS_ORDER },
  function_files: { kept: FEW },
  inventory: { kept: WITH_ITS_PRODUCT },
  jobs: [
    {
      keepDays: 90,
      outcome: "syncs of orders: deleted after their end; those of pictures stay with their product",
      remove: (before, limit) => sql`
        delete from jobs where id in (
          select id from jobs where kind = 'sync_orders' and coalesce(done_at, dead_at) < ${before}
            order by id limit ${limit})
        returning 1`,
    },
  ],
  limit_uses: { kept: "until their window is over; swept every hour" },
  differences: { kept: "until it is fixed; an explained one is kept as part of the shop's records" },
  reconciliation: { kept: FEW },
  order_changes: { kept: WITH_ITS_ORDER },
  message_replies: { kept: "with its message" },
  missing_pages: [
    older("missing_pages", "path", "seen_at", { keepDays: 7, outcome: "deleted; it has no names" }),
  ],
  order_events: { kept: WITH_ITS_ORDER },
  order_links: { kept: "with its checkout" },
  order_items: { kept: WITH_ITS_ORDER },
  order_notes: { kept: WITH_ITS_ORDER },
  order_transitions: { kept: FEW },
  order_units: { kept: WITH_ITS_ORDER },
  orders: [eraseCustomers],
  outbox: [eraseEmail, eraseDismissedMail, dismissFailedMail],
  shipments: { kept: WITH_ITS_ORDER },
  payment_alerts: [
    older("payment_alerts", "key", "resolved_at", {
      keepDays: 365,
      outcome: "deleted after it was resolved",
    }),
  ],
  payment_debug_logs: [older("payment_debug_logs", "id", "created_at", { keepDays: 90, outcome: "deleted" })],
  payment_events: [
    older("payment_events", "id", "done_at", {
      keepDays: 90,
      outcome: "deleted after it was handled; the provider repeats an event for three days",
    }),
  ],
  payment_outcomes: [
    older("payment_outcomes", "id", "at", { keepDays: 1, outcome: "deleted; newer ones show card testing" }),
  ],
  payment_operations: { kept: "with its checkout or order" },
  privacy_rules: { kept: FEW },
  product_images: { kept: WITH_ITS_PRODUCT },
  product_imports: [
    older("product_imports", "id", "created_at", {
      keepDays: 2,
      outcome: "deleted, with the file that was read",
    }),
  ],
  products: { kept: "until the owner deletes them" },
  provider_money: { kept: "Stripe's data about each payment, as the shop's records; it has no names" },
  proxy_notes: { kept: FEW },
  recovery_codes: { kept: WITH_THE_OWNER },
  redirects: { kept: "until the owner deletes them" },
  refund_units: { kept: WITH_ITS_ORDER },
  refunds: { kept: WITH_ITS_ORDER },
  restock_requests: [
    deleteUnconfirmed,
    deleteLongWait,
    older("restock_requests", "id", "told_at", {
      keepDays: 30,
      outcome: "deleted after its email was queued",
      logged: "Back-in-stock requests",
    }),
  ],
  restore_test: { kept: FEW },
  retention_log: [
    older("retention_log", "day", "day", {
      keepDays: 2 * 365,
      outcome: "deleted; it has counts, and no names",
    }),
  ],
  return_lines: { kept: WITH_ITS_ORDER },
  return_requests: [eraseReturnWords],
  review_asks: { kept: WITH_ITS_ORDER },
  email_opt_outs: { kept: "so that no one who opted out is contacted again; a hash, not an email" },
  review_rules: { kept: FEW },
  reviews: [
    {
      keepDays: 365,
      outcome: "deleted after the owner hid it; a published one stays until its writer deletes it",
      remove: (before, limit) => sql`
        delete from reviews where id in (
          select id from reviews where state = 'hidden' and decided_at < ${before} order by decided_at limit ${limit})
        returning 1`,
    },
  ],
  saved_answers: { kept: "until the owner deletes them" },
  second_factors: { kept: WITH_THE_OWNER },
  session: [older("session", "id", "expiresAt", { keepDays: 1, outcome: "deleted after its end" })],
  session_rules: { kept: FEW },
  shop_facts: { kept: FEW },
  sign_in_challenges: [
    older("sign_in_challenges", "token_hash", "expires_at", {
      keepDays: 1,
      outcome: "deleted after its end",
    }),
  ],
  sign_in_devices: [
    older("sign_in_devices", "id_hash", "last_used_at", {
      keepDays: 180,
      outcome: "deleted after the last sign-in; the browser has dropped its cookie by then",
    }),
  ],
  sign_in_failures: [
    {
      keepDays: 1,
      outcome: "deleted after the last failed attempt",
      remove: (before, limit) => sql`
        delete from sign_in_failures where (account, network) in (
          select account, network from sign_in_failures where last_at < ${before} order by last_at limit ${limit})
        returning 1`,
    },
  ],
  size_charts: { kept: FEW },
  spare_images: { kept: "until its files are swept" },
  stock_movements: { kept: "the stock ledger; its sum is the stock on hand" },
  store_settings: { kept: FEW },
  unit_transitions: { kept: FEW },
  user: { kept: WITH_THE_OWNER },
  verification: [older("verification", "id", "expiresAt", { keepDays: 1, outcome: "deleted after its end" })],
};
