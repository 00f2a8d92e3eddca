// The SQL of emails. The database functions claim_mails, keep_mail, finish_mail, fail_mail, and drop_mail manage the
// lease and its fencing token.
import { sql } from "kysely";
import type { Arrival } from "#domain/checkout/delivery.ts";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Order } from "#domain/order/order.ts";
import type { Shipment } from "#domain/order/shipments.ts";
import { withArrival } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";
import { publishedDocument } from "../settings/brand/queries.ts";
import { emailsInOrder, type MailKind } from "./queue-mail.ts";

/** An email that this worker has leased. */
export type ClaimedEmail = {
  id: string;
  kind: string;
  uniqueKey: string;
  orderId: string | null;
  recipient: string | null;
  payload: unknown;
  /** Including this attempt. */
  attempts: number;
  token: string;
  /** When the lease began; the claim itself may have taken long. */
  claimedAt: Date;
};

type NotedEmail = { id: string; stood: boolean };

/** The data of an order that emails show. */
export type EmailOrder = Pick<
  Order,
  keyof Totals | "id" | "number" | "status" | "items" | "address" | "attention" | "createdAt" | "arrival"
> & {
  /** Oldest first. */
  shipments: Shipment[];
  /** The hash of its link; null for an order without a page. */
  linkHash: string | null;
  /** How often its link was replaced. */
  linkTurns: number;
};

/**
 * Leases up to `limit` due emails, oldest first; at most `againMax` of them are retries. For `leaseSeconds` no other
 * worker takes them.
 */
export async function claimMails(
  db: Db,
  claim: { limit: number; againMax: number; now: Date; leaseSeconds: number; token: string },
): Promise<ClaimedEmail[]> {
  const { rows } = await sql<Omit<ClaimedEmail, "token" | "claimedAt">>`
    select id, kind, unique_key as "uniqueKey", order_id as "orderId", recipient, payload, attempts
    from claim_mails(${claim.limit}, ${claim.againMax}, ${emailsInOrder}::text[], ${claim.now},
      make_interval(secs => ${claim.leaseSeconds}), ${claim.token}) order by next_at, id`.execute(db);
  return rows.map((row) => ({ ...row, token: claim.token, claimedAt: claim.now }));
}

/** Extends the lease to `leaseSeconds` from now; false when it was lost to another worker. */
export async function keepEmail(
  db: Db,
  mail: ClaimedEmail,
  { now, leaseSeconds }: { now: Date; leaseSeconds: number },
): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    select keep_mail(${mail.id}, ${mail.token}, ${now}, make_interval(secs => ${leaseSeconds})) as stood`.execute(
    db,
  );
  return rows[0]?.stood === true;
}

/** Marks emails as sent; returns the ids of those whose lease still held. The others did not change. */
export async function finishEmails(db: Db, mails: ClaimedEmail[], now: Date): Promise<string[]> {
  const [ids, tokens] = [mails.map(({ id }) => id), mails.map(({ token }) => token)];
  const { rows } = await sql<NotedEmail>`
    select id, finish_mail(id, token, ${now}) as stood
    from unnest(${ids}::bigint[], ${tokens}::uuid[]) as mail(id, token)`.execute(db);
  return rows.filter(({ stood }) => stood).map(({ id }) => id);
}

/** `retryAt` null: the email failed for good. */
export type EmailFailure = {
  mail: ClaimedEmail;
  error: string;
  retryAt: Date | null;
  /** The server refused the shop's password, so the failed attempt doesn't count against the email. */
  isPassword?: boolean;
};

/** Records failures; returns the same as `finishEmails`. */
export async function failEmails(db: Db, failures: EmailFailure[], now: Date): Promise<string[]> {
  const [ids, tokens] = [failures.map(({ mail }) => mail.id), failures.map(({ mail }) => mail.token)];
  const [errors, retries] = [failures.map(({ error }) => error), failures.map(({ retryAt }) => retryAt)];
  const own = failures.map(({ isPassword }) => isPassword !== true);
  const { rows } = await sql<NotedEmail>`
    select id, fail_mail(id, token, error, retry_at, ${now}, is_own) as stood
    from unnest(${ids}::bigint[], ${tokens}::uuid[], ${errors}::text[], ${retries}::timestamptz[], ${own}::boolean[])
      as mail(id, token, error, retry_at, is_own)`.execute(db);
  return rows.filter(({ stood }) => stood).map(({ id }) => id);
}

/**
 * Drops an outdated email. `backInLine`: the restock request that goes back in line, or null. False when the lease was
 * lost to another worker.
 */
export async function dropEmail(
  db: Db,
  drop: { mail: ClaimedEmail; reason: string; backInLine: string | null; now: Date },
): Promise<boolean> {
  const { mail, reason, backInLine, now } = drop;
  const { rows } = await sql<{ stood: boolean }>`
    select drop_mail(${mail.id}, ${mail.token}, ${reason}, ${backInLine}, ${now}) as stood`.execute(db);
  return rows[0]?.stood === true;
}

/**
 * The data of a batch of emails in one statement: the existing orders with their lines, and the result of `readRules`.
 */
export async function findEmailFacts(
  db: Db,
  orderIds: string[],
): Promise<{ orders: EmailOrder[]; rules: unknown; brand: unknown }> {
  const { rows } = await sql<{
    orders: (Omit<EmailOrder, "arrival"> & { arrival: Arrival | null })[];
    rules: unknown;
    brand: unknown;
  }>`
    select (select coalesce(jsonb_agg(m.facts), '[]') from (select mail_order(id) as facts from unnest(${orderIds}::uuid[]) id) m
        where m.facts is not null) as orders, (select to_jsonb(s) from (
      select business_info, tax, shipping, holds from store_settings where id = 1) s) as rules, ${publishedDocument} as brand`.execute(
    db,
  );
  const { orders, rules, brand } = rows[0] ?? { orders: [], rules: null, brand: null };
  return { orders: orders.map(withArrival), rules, brand };
}

/** The kinds of email that a customer can opt out of. */
type OptOutKind = Extract<MailKind, "checkout_reminder" | "review_request">;

/** The key of an email address in email_opt_outs, from a text or an SQL expression. */
export const optOutHash = (email: unknown) => sql`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`;

/** Whether this address has opted out of review requests. */
export async function findReviewOptOut(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from email_opt_outs where kind = 'review_request' and email_hash = ${optOutHash(email)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Opts this address out of a kind of email, or back in. */
export async function writeOptOut(
  db: Db,
  { kind, emailHash, isOut, now }: { kind: OptOutKind; emailHash: string; isOut: boolean; now: Date },
): Promise<void> {
  const row = { kind, email_hash: emailHash };
  if (isOut)
    await db
      .insertInto("email_opt_outs")
      .values({ ...row, created_at: now })
      .onConflict((same) => same.doNothing())
      .execute();
  else
    await db
      .deleteFrom("email_opt_outs")
      .where("kind", "=", kind)
      .where("email_hash", "=", emailHash)
      .execute();
}

/** The data that a refund email shows. */
export type EmailRefund = {
  orderId: string;
  amount: Cents;
  status: string;
  /** False once it failed or was canceled. */
  stands: boolean;
  /** For the whole order, in cents. */
  refundedInAll: Cents;
  /** Refunded quantities by line id. */
  quantities: Record<string, number>;
};

export async function findEmailRefund(db: Db, refundId: string): Promise<EmailRefund | null> {
  const { rows } = await sql<EmailRefund>`
    select r.order_id as "orderId", r.amount + (select coalesce(sum(p.amount), 0)::integer from refunds p
        where r.cancels and p.part_of = r.id and refund_stage(p.status) < 2) as amount, r.status, refund_stage(r.status) < 2 as stands,
      o.amount_refunded as "refundedInAll",
      (select coalesce(jsonb_object_agg(known.order_item_id, known.quantity), '{}') from (select u.order_item_id, count(*) as quantity
        from refund_units l join order_units u on u.id = l.unit_id where l.refund_id = r.id group by 1) known) as quantities
    from refunds r join orders o on o.id = r.order_id where r.id::text = ${refundId}`.execute(db);
  return rows[0] ?? null;
}
