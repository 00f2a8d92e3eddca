// The SQL of mails. The lease and its fencing token are kept by the database functions claim_mails, finish_mail and
// fail_mail.
import { sql } from "kysely";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Shipment } from "#domain/order/fulfillment.ts";
import type { Order } from "#domain/order/order.ts";
import type { Db } from "../db/transaction.ts";
import { orderColumns } from "../order-rows.ts";

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
};

/** What mails say about an order. */
export type MailOrder = Pick<
  Order,
  keyof Totals | "id" | "number" | "status" | "items" | "address" | "attention"
> & {
  /** How it was sent; null or absent before that. `isCorrection`: replaces an earlier carrier or tracking number. */
  shipment?: (Shipment & { isCorrection: boolean }) | null;
  /** Whether it has a status page; an order entered by SQL has none. */
  /** The hash of its first link; null for an order that has no page. */
  linkHash: string | null;
};

/** Leases the mail that has been due the longest, or answers null when none is due. */
export async function claimMail(
  db: Db,
  claim: { now: Date; leaseSeconds: number; token: string },
): Promise<ClaimedMail | null> {
  const { rows } = await sql<Omit<ClaimedMail, "token">>`
    select id, kind, unique_key as "uniqueKey", order_id as "orderId", recipient, payload, attempts
    from claim_mails(1, ${claim.now}, make_interval(secs => ${claim.leaseSeconds}), ${claim.token})`.execute(
    db,
  );
  return rows[0] ? { ...rows[0], token: claim.token } : null;
}

/** Marks a mail as sent; false when the lease was lost to another worker, and then nothing changed. */
export async function finishMail(db: Db, mail: ClaimedMail, now: Date): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    select finish_mail(${mail.id}, ${mail.token}, ${now}) as stood`.execute(db);
  return rows[0]?.stood === true;
}

/** Notes a failure. `retryAt` null: the mail is dead. False as in `finishMail`. */
export async function failMail(
  db: Db,
  mail: ClaimedMail,
  failure: { error: string; retryAt: Date | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    select fail_mail(${mail.id}, ${mail.token}, ${failure.error}, ${failure.retryAt}, ${failure.now}) as stood`.execute(
    db,
  );
  return rows[0]?.stood === true;
}

/** An order with its lines, in one statement. Null when there is no such order. */
export async function findMailOrder(db: Db, orderId: string): Promise<MailOrder | null> {
  const { rows } = await sql<MailOrder>`
    select ${orderColumns}, o.shipping_address as address, o.attention,
      (select jsonb_build_object('carrier', f.carrier, 'trackingNumber', f.tracking_number, 'isCorrection', f.is_correction)
        from fulfillment_events f where f.order_id = o.id and f.to_status = 'shipped' order by f.id desc limit 1) as shipment,
      (select c.access_token_hash from checkouts c where c.id = o.checkout_id) as "linkHash"
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}

/** Notes one more link that opens the page of this order. */
export async function insertOrderLink(
  db: Db,
  { orderId, tokenHash, now }: { orderId: string; tokenHash: string; now: Date },
): Promise<void> {
  await sql`
    insert into order_links (token_hash, checkout_id, created_at)
    select ${tokenHash}, checkout_id, ${now} from orders where id = ${orderId}
    on conflict do nothing`.execute(db);
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
};

export async function findMailRefund(db: Db, refundId: string): Promise<MailRefund | null> {
  const { rows } = await sql<MailRefund>`
    select r.order_id as "orderId", r.amount, r.status, refund_stage(r.status) < 2 as stands,
      o.amount_refunded as "refundedInAll"
    from refunds r join orders o on o.id = r.order_id where r.id::text = ${refundId}`.execute(db);
  return rows[0] ?? null;
}
