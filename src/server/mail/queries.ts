// All SQL of the mail room. The lease and its fencing token live in the database's own procedures
// (claim_mails, finish_mail, fail_mail); here their rows become values.
import { sql } from "kysely";
import type { Shipment } from "#domain/fulfillment.ts";
import type { Cents } from "#domain/money.ts";
import type { Order, OrderStatus } from "#domain/order.ts";
import type { OrderAddress } from "#domain/shipping-address.ts";
import type { Db } from "../db/transaction.ts";

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

/** `isCorrection`: an earlier entry had another carrier or tracking number. */
export type SentShipment = Shipment & { isCorrection: boolean };

/** What the mails about an order tell of it. */
export type MailOrder = Pick<
  Order,
  "id" | "number" | "status" | "items" | "address" | "subtotal" | "shipping" | "tax" | "total" | "attention"
> & {
  createdAt: Date;
  /** How it was sent; null or left out before that. */
  shipment?: SentShipment | null;
  /** Whether there is a status page for it; an order made in the database alone has none. */
  hasPage: boolean;
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

/** Notes a failure; from `attemptsMax` attempts on the mail is dead. False as in `finishMail`. */
export async function failMail(
  db: Db,
  mail: ClaimedMail,
  failure: { error: string; attemptsMax: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    select fail_mail(${mail.id}, ${mail.token}, ${failure.error}, ${failure.attemptsMax}, ${failure.now}) as stood`.execute(
    db,
  );
  return rows[0]?.stood === true;
}

/** An order with its lines, in one statement. Null when there is no such order. */
export async function findMailOrder(db: Db, orderId: string): Promise<MailOrder | null> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.number, o.status, o.shipping_address, o.subtotal, o.shipping, o.tax, o.total, o.attention, o.created_at,
      (select jsonb_build_object('carrier', f.carrier, 'trackingNumber', f.tracking_number, 'isCorrection', f.is_correction)
        from fulfillment_events f where f.order_id = o.id and f.to_status = 'shipped' order by f.id desc limit 1) as shipment,
      exists (select 1 from checkouts c where c.id = o.checkout_id and c.access_token_hash is not null) as has_page,
      coalesce((select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.name, 'image_url', i.image_url,
          'image_alt', i.image_alt, 'variation', i.variation, 'quantity', i.quantity, 'price', i.price)
          order by i.position, i.id) from order_items i where i.order_id = o.id), '[]'::jsonb) as items
    from orders o where o.id = ${orderId}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id,
    number: Number(row.number),
    status: row.status,
    address: row.shipping_address,
    subtotal: row.subtotal,
    shipping: row.shipping,
    tax: row.tax,
    total: row.total,
    attention: row.attention,
    createdAt: row.created_at,
    hasPage: row.has_page,
    shipment: row.shipment,
    items: row.items.map((item) => ({
      productId: item.product_id,
      name: item.name,
      image: item.image_url === null ? null : { url: item.image_url, alt: item.image_alt },
      variation: item.variation || null,
      quantity: item.quantity,
      price: item.price,
    })),
  };
}

/** What the mail about a refund tells of it. */
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

type OrderRow = {
  id: string;
  number: string;
  status: OrderStatus;
  shipping_address: OrderAddress;
  subtotal: number;
  shipping: number;
  tax: number;
  total: number;
  attention: string[];
  created_at: Date;
  has_page: boolean;
  shipment: SentShipment | null;
  items: {
    product_id: string | null;
    name: string;
    image_url: string | null;
    image_alt: string;
    variation: string | null;
    quantity: number;
    price: number;
  }[];
};
