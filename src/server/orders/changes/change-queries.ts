// The SQL of changes of an order: what they are judged by, under its lock, and what is recorded of them.
import { type RawBuilder, sql } from "kysely";
import type { PaymentLeft } from "#domain/extra-payment/split-refund.ts";
import type { Cents } from "#domain/money/money.ts";
import type { OrderFix } from "#domain/order/corrections.ts";
import type { EmailChange } from "#domain/order/links/email-undo.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order/order.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";

const corrections = (which: RawBuilder<unknown>) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'before', n.before, 'after', n.after, 'actor', n.actor,
      'difference', n.difference, 'at', ${isoTime(sql`n.ended_at`)}, 'id', n.id) order by n.ended_at, n.number), '[]')
    from order_changes n where n.order_id = o.id and n.state = 'done' and ${which})`;

/** A list of OrderCorrection, first one first. The statement calls the table of orders `o`. */
export const correctionsColumn: RawBuilder<unknown> = sql`${corrections(sql`true`)} as corrections`;

const emailChangesColumn = sql`${corrections(sql`n.kind = 'email'`)} as "emailChanges"`;

/** A list of Shelf. */
export const shelvesColumn: RawBuilder<unknown> = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('productId', v.product_id, 'variation', v.variation,
      'free', v.on_hand - v.held) order by v.product_id, v.position, v.variation), '[]')
    from inventory v where v.product_id in (select i.product_id from order_items i where i.order_id = o.id)) as shelves`;

type FixFacts = Pick<OrderFix, "seen" | "shelves"> & { emailChanges: EmailChange[] };

/** How often an order was corrected, the changes of its email, and the options of its products. */
export async function findFixFacts(db: Db, orderId: string): Promise<FixFacts> {
  const { rows } = await sql<FixFacts>`
    select (select count(*)::integer from order_changes where order_id = o.id and state = 'done') as seen,
      ${emailChangesColumn}, ${shelvesColumn}
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0] ?? { seen: 0, emailChanges: [], shelves: [] };
}

export type LockedOrder = {
  id: string;
  number: number;
  status: OrderStatus;
  fulfillment: FulfillmentStatus;
  address: OrderAddress;
  customerEmail: string;
  createdAt: Date;
  /** Its customer's data was erased. */
  isForgotten: boolean;
  /** How often it was changed, and how often of these by its customer. */
  changes: number;
  byCustomer: number;
  /** Those of its email, first one first. */
  emailChanges: EmailChange[];
  /** Something of it has left once. */
  hasShipments: boolean;
  paymentIntentId: string | null;
  received: Cents;
  /** Refunds that succeeded or still may, and lost disputes. */
  spoken: Cents;
  /** The bank has the money, and decides. */
  hasChargeback: boolean;
  /** The payments that succeeded, with what is left of each: extra payments first, the newest of them at the front. */
  payments: PaymentLeft[];
};

/** Locks an order for the rest of the transaction; null when there is none, or it was a test order that is cleared. `id` must be a UUID. */
export async function lockOrder(tx: Tx, id: string): Promise<LockedOrder | null> {
  // A separate statement: the next one must see what was committed while this one waited.
  await sql`select 1 from orders where id = ${id} for update`.execute(tx);
  const { rows } = await sql<LockedOrder>`
    select o.id, o.number::integer as number, o.status, o.fulfillment, o.shipping_address as address,
      coalesce(o.shipping_address ->> 'customer_email', '') as "customerEmail",
      o.created_at as "createdAt", o.forgotten_at is not null as "isForgotten", known.*, ${emailChangesColumn},
      exists (select from shipments where order_id = o.id) as "hasShipments",
      o.payment_intent_id as "paymentIntentId", o.amount_received as received,
      (coalesce((select sum(amount) from refunds where order_id = o.id and refund_stage(status) < 2), 0)
        + coalesce((select sum(amount) from disputes where order_id = o.id and status = 'lost'), 0))::integer as spoken,
      exists (select from disputes where order_id = o.id and dispute_is_open(status)
        and status not like 'warning\\_%') as "hasChargeback",
      (select coalesce(jsonb_agg(jsonb_build_object('intentId', p.intent, 'left', greatest(0, p.received
          - coalesce((select sum(amount) from refunds r where r.order_id = o.id and refund_stage(r.status) < 2
              and coalesce(r.payment_intent_id, o.payment_intent_id) = p.intent), 0)
          - coalesce((select sum(amount) from disputes d where d.order_id = o.id and d.status = 'lost'
              and coalesce(d.payment_intent_id, o.payment_intent_id) = p.intent), 0))) order by p.at desc), '[]')
        from (select o.payment_intent_id as intent, o.amount_received - o.extra_paid as received, '-infinity'::timestamptz as at
          union all select c.payment_intent_id, n.received, n.ended_at from order_changes n join checkouts c on c.id = n.id
            where n.order_id = o.id and n.received is not null) p where p.intent is not null) as payments
    from orders o cross join lateral (select count(*)::integer as changes,
        count(*) filter (where actor = 'customer')::integer as "byCustomer"
      from order_changes where order_id = o.id and state = 'done') known
    where o.id = ${id} and o.cleared_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** The order of a change; null when there is none of this id, which must be a UUID. */
export async function findOrderOfChange(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom("order_changes").select("order_id").where("id", "=", id).executeTakeFirst();
  return row?.order_id ?? null;
}

type NewChange = {
  kind: "address" | "email";
  actor: string;
  id: string;
  orderId: string;
  before: unknown;
  after: unknown;
  now: Date;
};

/** Writes down what was changed, but for units. */
export async function insertChange(
  tx: Tx,
  { id, orderId, kind, before, after, actor, now }: NewChange,
): Promise<void> {
  await tx
    .insertInto("order_changes")
    .values({
      ...{ id, order_id: orderId, kind, actor, created_at: now, ended_at: now },
      ...{ before: JSON.stringify(before), after: JSON.stringify(after) },
    })
    .execute();
}

export async function saveAddress(
  tx: Tx,
  { orderId, address, now }: { orderId: string; address: OrderAddress; now: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ shipping_address: JSON.stringify(address), updated_at: now })
    .where("id", "=", orderId)
    .execute();
}

/** Confirmations that could not be delivered are not to be tried again: another one is queued. */
export async function dismissFailedConfirmation(tx: Tx, orderId: string, now: Date): Promise<void> {
  await sql`
    update outbox set dismissed_at = ${now}
    where order_id = ${orderId} and kind = 'order_confirmation' and dead_at is not null and dismissed_at is null`.execute(
    tx,
  );
}
