// The SQL of mails. The lease and its fencing token are kept by the database functions claim_mails, keep_mail,
// finish_mail, fail_mail and drop_mail.
import { sql } from "kysely";
import type { Arrival } from "#domain/checkout/delivery.ts";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Order } from "#domain/order/order.ts";
import type { Parcel } from "#domain/order/parcels.ts";
import { withArrival } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";
import { publishedDocument } from "../settings/brand/queries.ts";
import { type MailKind, mailsInOrder } from "./queue-mail.ts";

/** A mail that this worker holds the lease of. */
export type ClaimedMail = {
  id: string;
  kind: string;
  uniqueKey: string;
  orderId: string | null;
  recipient: string | null;
  payload: unknown;
  /** Counts this attempt too. */
  attempts: number;
  token: string;
  /** The lease began then; the claim itself may have taken long. */
  claimedAt: Date;
};

type NotedMail = { id: string; stood: boolean };

/** What mails say about an order. */
export type MailOrder = Pick<
  Order,
  keyof Totals | "id" | "number" | "status" | "items" | "address" | "attention" | "createdAt" | "arrival"
> & {
  /** First one first. */
  parcels: Parcel[];
  /** The hash of its link; null for an order that has no page. */
  linkHash: string | null;
  /** How often its link was replaced. */
  linkTurns: number;
};

/**
 * Leases up to `limit` mails that are due, the oldest first; at most `againMax` of them were tried before. For
 * `leaseSeconds` no other worker takes them.
 */
export async function claimMails(
  db: Db,
  claim: { limit: number; againMax: number; now: Date; leaseSeconds: number; token: string },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<Omit<ClaimedMail, "token" | "claimedAt">>`
    select id, kind, unique_key as "uniqueKey", order_id as "orderId", recipient, payload, attempts
    from claim_mails(${claim.limit}, ${claim.againMax}, ${mailsInOrder}::text[], ${claim.now},
      make_interval(secs => ${claim.leaseSeconds}), ${claim.token}) order by next_at, id`.execute(db);
  return rows.map((row) => ({ ...row, token: claim.token, claimedAt: claim.now }));
}

/** Makes the lease last `leaseSeconds` from now on; false when it was lost to another worker. */
export async function keepMail(
  db: Db,
  mail: ClaimedMail,
  { now, leaseSeconds }: { now: Date; leaseSeconds: number },
): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    select keep_mail(${mail.id}, ${mail.token}, ${now}, make_interval(secs => ${leaseSeconds})) as stood`.execute(
    db,
  );
  return rows[0]?.stood === true;
}

/** Marks mails as sent; answers the ids of those whose lease still held. The others did not change. */
export async function finishMails(db: Db, mails: ClaimedMail[], now: Date): Promise<string[]> {
  const [ids, tokens] = [mails.map(({ id }) => id), mails.map(({ token }) => token)];
  const { rows } = await sql<NotedMail>`
    select id, finish_mail(id, token, ${now}) as stood
    from unnest(${ids}::bigint[], ${tokens}::uuid[]) as mail(id, token)`.execute(db);
  return rows.filter(({ stood }) => stood).map(({ id }) => id);
}

/** `retryAt` null: the mail is dead. */
export type MailFailure = {
  mail: ClaimedMail;
  error: string;
  retryAt: Date | null;
  /** The server refused the shop's password, so the try said nothing of the mail. */
  isPassword?: boolean;
};

/** Notes failures; answers as `finishMails` does. */
export async function failMails(db: Db, failures: MailFailure[], now: Date): Promise<string[]> {
  const [ids, tokens] = [failures.map(({ mail }) => mail.id), failures.map(({ mail }) => mail.token)];
  const [errors, retries] = [failures.map(({ error }) => error), failures.map(({ retryAt }) => retryAt)];
  const own = failures.map(({ isPassword }) => isPassword !== true);
  const { rows } = await sql<NotedMail>`
    select id, fail_mail(id, token, error, retry_at, ${now}, is_own) as stood
    from unnest(${ids}::bigint[], ${tokens}::uuid[], ${errors}::text[], ${retries}::timestamptz[], ${own}::boolean[])
      as mail(id, token, error, retry_at, is_own)`.execute(db);
  return rows.filter(({ stood }) => stood).map(({ id }) => id);
}

/**
 * Puts away a mail that is no longer true. `backInLine`: the restock request that waits again, or null. False when the
 * lease was lost to another worker.
 */
export async function dropMail(
  db: Db,
  drop: { mail: ClaimedMail; reason: string; backInLine: string | null; now: Date },
): Promise<boolean> {
  const { mail, reason, backInLine, now } = drop;
  const { rows } = await sql<{ stood: boolean }>`
    select drop_mail(${mail.id}, ${mail.token}, ${reason}, ${backInLine}, ${now}) as stood`.execute(db);
  return rows[0]?.stood === true;
}

/** What mails say, in one statement: orders with their lines, those that exist, and what `readRules` reads. */
export async function findMailFacts(
  db: Db,
  orderIds: string[],
): Promise<{ orders: MailOrder[]; rules: unknown; brand: unknown }> {
  const { rows } = await sql<{
    orders: (Omit<MailOrder, "arrival"> & { arrival: Arrival | null })[];
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

/** Emails that a customer can be spared. */
type OptOutKind = Extract<MailKind, "checkout_reminder" | "review_request">;

/** What identifies an email, a text or an expression of SQL, in email_opt_outs. */
export const optOutHash = (email: unknown) => sql`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`;

/** Whether the person of this email wants no more mails that ask for reviews. */
export async function findReviewOptOut(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from email_opt_outs where kind = 'review_request' and email_hash = ${optOutHash(email)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Notes that this person wants no more emails of a kind, or takes them again. */
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

/** What the mail about a refund says. */
export type MailRefund = {
  orderId: string;
  amount: Cents;
  status: string;
  /** False once it failed or was canceled. */
  stands: boolean;
  /** Of the whole order, in cents. */
  refundedInAll: Cents;
  /** What it was for: pieces by the id of their line. */
  pieces: Record<string, number>;
};

export async function findMailRefund(db: Db, refundId: string): Promise<MailRefund | null> {
  const { rows } = await sql<MailRefund>`
    select r.order_id as "orderId", r.amount + (select coalesce(sum(p.amount), 0)::integer from refunds p
        where r.cancels and p.part_of = r.id and refund_stage(p.status) < 2) as amount, r.status, refund_stage(r.status) < 2 as stands,
      o.amount_refunded as "refundedInAll",
      (select coalesce(jsonb_object_agg(known.order_item_id, known.pieces), '{}') from (select u.order_item_id, count(*) as pieces
        from refund_units l join order_units u on u.id = l.unit_id where l.refund_id = r.id group by 1) known) as pieces
    from refunds r join orders o on o.id = r.order_id where r.id::text = ${refundId}`.execute(db);
  return rows[0] ?? null;
}
