// The SQL of corrections of an order.
import { type RawBuilder, sql } from "kysely";
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

export type CorrectableOrder = {
  id: string;
  number: number;
  status: OrderStatus;
  fulfillment: FulfillmentStatus;
  address: OrderAddress;
  createdAt: Date;
  /** How often it was corrected, and how often of these by its customer. */
  corrections: number;
  byCustomer: number;
  /** Those of its email, first one first. */
  emailChanges: EmailChange[];
  /** Some of it has left. */
  hasParcels: boolean;
};

/** Locks an order for the rest of the transaction; null when there is none, its customer was forgotten, or it was a rehearsal that is cleared. `id` must be a UUID. */
export async function lockCorrectable(tx: Tx, id: string): Promise<CorrectableOrder | null> {
  // A separate statement: the next one must see what was committed while this one waited.
  await sql`select 1 from orders where id = ${id} for update`.execute(tx);
  const { rows } = await sql<CorrectableOrder>`
    select o.id, o.number::integer as number, o.status, o.fulfillment, o.shipping_address as address, o.created_at as "createdAt",
      count(n.id)::integer as corrections, count(n.id) filter (where n.actor = 'customer')::integer as "byCustomer",
      ${emailChangesColumn},
      exists (select from parcels p where p.order_id = o.id) as "hasParcels"
    from orders o left join order_changes n on n.order_id = o.id and n.state = 'done'
    where o.id = ${id} and o.forgotten_at is null and o.cleared_at is null group by o.id`.execute(tx);
  return rows[0] ?? null;
}

/** The order of a change; null when there is none of this id, which must be a UUID. */
export async function findOrderOfChange(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom("order_changes").select("order_id").where("id", "=", id).executeTakeFirst();
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
