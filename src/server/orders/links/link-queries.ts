// The SQL for customers, who have no password, to reach their order.
import { sql } from "kysely";
import type { OpenExtraPayment } from "#domain/extra-payment/extra-payment.ts";
import type { FulfillmentStep } from "#domain/order/fulfillment.ts";
import type { Shipment } from "#domain/order/shipments.ts";
import { isoTime, shipmentsColumn } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";

/** The order whose link's token has this hash; null when there is no order (yet). */
export async function findOrderIdByLink(db: Db, tokenHash: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where checkout_id = (
      select id from checkouts where access_token_hash = ${tokenHash}
      union all
      select checkout_id from order_links where token_hash = ${tokenHash} limit 1)`.execute(db);
  return rows[0]?.id ?? null;
}

type ShipmentEvent = { to: FulfillmentStep | "corrected"; at: string };

type Shipments = {
  /** What happened to them, and that the order was corrected; oldest first. */
  events: ShipmentEvent[];
  shipments: Shipment[];
  /** Units were exchanged. */
  hasExchange: boolean;
  /** What its customer is asked to pay. */
  extraPayment: OpenExtraPayment | null;
  /** When extra payments came in that are refunded in full. */
  extraPaymentsReturned: string[];
};

/** What the order's page shows with the order. */
export async function findShipments(db: Db, orderId: string): Promise<Shipments> {
  const { rows } = await sql<Shipments>`
    select ${shipmentsColumn}, exists (select from order_units u where u.order_id = o.id and u.state = 'replaced' and u.shipment_id is not null) as "hasExchange",
      (select jsonb_build_object('amount', n.difference, 'before', n.before ->> 'items', 'after', n.after ->> 'items',
          'until', ${isoTime(sql`n.expires_at`)})
        from order_changes n where n.order_id = o.id and n.state = 'waiting') as "extraPayment",
      (select coalesce(jsonb_agg(${isoTime(sql`n.ended_at`)}), '[]') from order_changes n
        where n.order_id = o.id and n.state = 'ended' and n.received is not null) as "extraPaymentsReturned",
      (select coalesce(jsonb_agg(jsonb_build_object('to', to_status, 'at', ${isoTime(sql`created_at`)})
        order by created_at, id), '[]') from (select id, to_status, created_at from fulfillment_events
          where order_id = o.id and not is_correction
          union all select number, 'corrected', ended_at from order_changes where order_id = o.id and state = 'done') event) as events
      from orders o where o.id = ${orderId}`.execute(db);
  return (
    rows[0] ?? {
      events: [],
      shipments: [],
      hasExchange: false,
      extraPayment: null,
      extraPaymentsReturned: [],
    }
  );
}

/**
 * Queues the email with the link to the order that has this number and email, if there is one. It is one statement
 * either way, so that the answer takes the same time.
 */
export async function insertLinkMail(
  db: Db,
  mail: { number: string; email: string; uniqueKey: string; now: Date },
): Promise<void> {
  await sql`
    insert into outbox (kind, unique_key, order_id, created_at, next_at)
    select 'order_link', ${mail.uniqueKey}, o.id, ${mail.now}, ${mail.now}
      from orders o join checkouts c on c.id = o.checkout_id
      where o.number = ${mail.number}::bigint and lower(o.shipping_address ->> 'customer_email') = ${mail.email}
        and c.access_token_hash is not null`.execute(db);
}
