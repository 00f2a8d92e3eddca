// The SQL of refunds and disputes. They are merged by functions in the database (db/functions/payments/apply-payment-facts.sql,
// merge-refunds.sql), in one statement.

import { sql } from "kysely";
import { type PaymentLeft, splitRefund } from "#domain/extra-payment/split-refund.ts";
import type { Cents } from "#domain/money/money.ts";
import type { OrderStatus } from "#domain/order/order.ts";
import {
  type RefundableOrder as PartsOfOrder,
  type RefundParts,
  sumOfParts,
} from "#domain/order/refund-parts.ts";
import type { Quantities } from "#domain/order/units.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { Shop } from "../../core/shop.ts";
import { refundableColumn } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { refundKey } from "../operation-keys.ts";
import { finishOperation, insertOperation } from "../operation-queries.ts";
import type { CreateRefundParams, Dispute, ProviderRefund, RefundStatus } from "../payment-provider.ts";

export type FactsApplied = {
  status: OrderStatus;
  previousStatus: OrderStatus;
  /** The order's status or the refunded amount has changed. */
  updated: boolean;
};

/** Brings an order to what the provider reports of its money; `read` was taken before the provider was asked. */
export async function applyFacts(
  db: Db,
  facts: {
    orderId: string;
    refunds: ProviderRefund[];
    disputes: Dispute[];
    read: string;
    source: string;
    now: Date;
  },
): Promise<FactsApplied> {
  const refunds = facts.refunds.map(({ refundId, intentId, createdAt, ...refund }) => ({
    ...refund,
    refund_id: refundId,
    payment: intentId,
    created_at: new Date(createdAt),
  }));
  const disputes = facts.disputes.map(({ dueAt, intentId, createdAt, ...dispute }) => ({
    ...dispute,
    payment: intentId,
    due_at: dueAt === null ? null : new Date(dueAt),
    created_at: new Date(createdAt),
  }));
  const { rows } = await sql<FactsApplied>`
    select status, previous_status as "previousStatus", updated
    from jsonb_to_record(apply_payment_facts(${facts.orderId}, ${JSON.stringify(refunds)}::jsonb,
        ${JSON.stringify(disputes)}::jsonb, ${facts.read}, ${facts.source}, ${facts.now})) as applied
      (status text, previous_status text, updated boolean)`.execute(db);
  if (!rows[0]?.status) throw new Error(`there is no order ${facts.orderId}`);
  return rows[0];
}

/** Of the units that the request restocks, those that the refund is for, per id of an order line. */
export function restockOf(restock: Restock, { lines }: RefundParts): Quantities {
  const asked = (id: string) =>
    typeof restock === "boolean" ? (restock ? Infinity : 0) : (restock[id] ?? 0);
  return Object.fromEntries(
    lines.map(({ itemId, units }) => [itemId, Math.min(units.length, asked(itemId))]),
  );
}

/** What refunds of an order can be for. The order must exist. */
export async function loadRefundableParts(db: Db, orderId: string): Promise<PartsOfOrder> {
  const { rows } = await sql<{ refundable: PartsOfOrder }>`
    select ${refundableColumn} from orders o where o.id = ${orderId}`.execute(db);
  if (!rows[0]) throw new Error(`there is no order ${orderId}`);
  return rows[0].refundable;
}

/** What the request restocks: all that the refund is for, nothing, or a number of units per id of an order line. */
export type Restock = boolean | Quantities;

type NewRefund = {
  shop: Pick<Shop, "newId">;
  orderId: string;
  refundId: string;
  amount: Cents;
  /** Those of the order: it is split when none of them bears it alone. */
  payments: readonly PaymentLeft[];
  reason: string;
  parts: RefundParts;
  /** Units to restock. */
  restock: Quantities;
  /** The order is canceled with it. */
  cancels?: boolean | undefined;
  /** The return that it is for. */
  returnId?: string | undefined;
  actor: string;
  now: Date;
};

/** The columns that say what a refund of this amount is for. */
const partsOf = (amount: Cents, parts: RefundParts) => ({
  goods: parts.goods,
  tax: parts.tax,
  shipping: parts.shipping,
  shipping_tax: parts.shippingTax,
  adjustment: amount - sumOfParts(parts),
});

/** What a refund is for. */
type Assignment = Pick<NewRefund, "orderId" | "refundId" | "amount" | "parts" | "restock" | "now">;

/** Records which units a refund is for, and how many of each line are restocked. */
async function insertUnits(
  tx: Tx,
  { refundId, orderId, parts, restock, now }: Omit<Assignment, "amount">,
): Promise<void> {
  const units = parts.lines.flatMap((line) => line.units);
  if (units.length === 0) return;
  await sql`
    select add_refund_units(${refundId}, ${orderId}, ${units}::bigint[], ${JSON.stringify(restock)}::jsonb, ${now})`.execute(
    tx,
  );
}

/**
 * Stores the refund, the call that will make it, and the audit entry. What no single payment of the order bears is split:
 * the first part is what the refund is for, the rest are refunds of their own, without units. One of nothing is made by
 * that, and puts its units back.
 */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  const { orderId, refundId, amount, actor, reason, parts, restock, now } = refund;
  const [first, ...rest] = splitRefund(refund.payments, amount);
  if (!first) throw new Error(`the order ${orderId} has no payment to refund`);
  await insertPart(tx, refund, { ...first, id: refundId });
  await insertUnits(tx, refund);
  // Where the database isolates transactions more strictly, who waits for the order does not see this refund. The order's
  // row is written, so that they fail to serialize, and are repeated; lines alone would write it, but not all have some.
  await tx.updateTable("orders").set({ updated_at: now }).where("id", "=", orderId).execute();
  for (const part of rest) {
    await insertPart(tx, { ...refund, parts: NO_PARTS }, { ...part, id: refund.shop.newId() });
  }
  const after = { refundId, amount, reason, ...(await namesOf(tx, parts, restock)) };
  await insertAudit(tx, { actor, action: "order.refunded", object: orderId, after }, now);
}

export const NO_PARTS: RefundParts = { lines: [], goods: 0, tax: 0, shipping: 0, shippingTax: 0 };

/** One call to the provider, of one payment; none for nothing. */
async function insertPart(
  tx: Tx,
  { shop, orderId, refundId, reason, parts, actor, now, ...refund }: NewRefund,
  { id, intentId, amount }: { id: string; intentId: string; amount: Cents },
): Promise<void> {
  const isRest = id !== refundId;
  await tx
    .insertInto("refunds")
    .values({
      id,
      order_id: orderId,
      amount,
      status: amount === 0 ? "succeeded" : "pending",
      reason,
      actor,
      ...partsOf(amount, parts),
      cancels: refund.cancels ?? false,
      return_id: isRest ? null : (refund.returnId ?? null),
      payment_intent_id: sql`nullif(${intentId}, (select payment_intent_id from orders where id = ${orderId}))`,
      part_of: isRest ? refundId : null,
      source: "admin",
      created_at: now,
      updated_at: now,
    })
    // The order is locked, so no other transaction stores it in the meantime. Where the database isolates transactions more
    // strictly, this one may not see what was stored while it waited: so it fails to serialize, and is repeated.
    .onConflict((same) => same.column("id").doNothing())
    .execute();
  if (amount === 0) return;
  const params: CreateRefundParams = { intentId, amount, refundId: id, orderId };
  await insertOperation(tx, { id: shop.newId(), kind: "refund", key: refundKey(id), orderId, params, now });
}

/** What a refund is for and what it puts back, for the audit log. */
async function namesOf(tx: Tx, { lines }: RefundParts, restock: Quantities) {
  const units = Object.fromEntries(lines.map((line) => [line.itemId, line.units.length]));
  return { items: await nameUnits(tx, units), restock: await nameUnits(tx, restock) };
}

/** "2 × Cap (M)" per line: the audit log is read by people. False: none. */
async function nameUnits(tx: Tx, units: Quantities): Promise<false | string[]> {
  const ids = Object.keys(units).filter((id) => (units[id] ?? 0) > 0);
  if (ids.length === 0) return false;
  const lines = await tx
    .selectFrom("order_items")
    .select(["id", "name", "variation"])
    .where("id", "in", ids)
    .orderBy("position")
    .execute();
  return lines.map((line) => `${units[line.id]} × ${itemName(line)}`);
}

export type RefundPart = {
  /** Of this part alone. */
  amount: Cents;
  status: RefundStatus;
  /** null: the provider has not confirmed it yet. */
  providerRefundId: string | null;
};

export type StoredRefund = RefundPart & {
  orderId: string;
  /** The return that it is for. */
  returnId: string | null;
  /** The other parts, when it was split over several payments. */
  rest: (RefundPart & { id: string })[];
  /** Why the provider did not make it; null while it may, and when it did. */
  refusal: string | null;
};

export async function findRefund(db: Db, id: string): Promise<StoredRefund | null> {
  const { rows } = await sql<StoredRefund>`
    select r.order_id as "orderId", r.return_id as "returnId", r.amount, r.status, r.provider_refund_id as "providerRefundId",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'amount', p.amount,
          'status', p.status, 'providerRefundId', p.provider_refund_id) order by p.id), '[]')
        from refunds p where p.part_of = r.id) as rest,
      case when r.status = 'failed' and r.provider_refund_id is null then coalesce(o.last_error, '') end as refusal
    from refunds r left join payment_operations o on o.key = ${refundKey(id)}
    where r.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Ends a refund that the provider refused, and the parts of it that were to come from another payment. */
export async function failRefund(
  tx: Tx,
  { refundId, key, error, now }: { refundId: string; key: string; error: string; now: Date },
): Promise<void> {
  await sql`select fail_refund(${refundId}, ${now})`.execute(tx);
  await finishOperation(tx, key, { state: "failed", error }, now);
}

export async function flagOrder(db: Db, orderId: string, reason: string, now: Date): Promise<void> {
  await sql`select flag_order(${orderId}, ${reason}, ${now})`.execute(db);
}

/**
 * Leaves a call to the provider to the owner, and flags its order, if it has one: it is unclear whether its refund was made.
 * False: it was finished in the meantime, and nothing is changed.
 */
export async function leaveToOwner(
  tx: Tx,
  { key, orderId, error, now }: { key: string; orderId: string | null; error: string; now: Date },
): Promise<boolean> {
  // The order is locked before the call, as everywhere.
  if (orderId !== null) await sql`select 1 from orders where id = ${orderId} for update`.execute(tx);
  if (!(await finishOperation(tx, key, { state: "needs_human", error }, now))) return false;
  if (orderId !== null) await flagOrder(tx, orderId, "refund_unclear", now);
  return true;
}

/** Cancels a locked order of which nothing has shipped, restocks its units, and emails its customer. */
export async function markCanceled(
  tx: Tx,
  order: { orderId: string; refundId: string | null; actor: string; reason: string; now: Date },
): Promise<void> {
  const { orderId, refundId, actor, reason, now } = order;
  await sql`select cancel_order(${orderId}, ${refundId}, ${actor}, ${reason}, ${now})`.execute(tx);
}

/**
 * A refund of a locked order that stands and whose units are not known; null when there is none with this
 * id.
 */
export async function findUnassigned(
  tx: Tx,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<{ amount: Cents } | null> {
  const { rows } = await sql<{ amount: Cents }>`
    select amount from refunds where id = ${refundId} and order_id = ${orderId} and goods is null
      and refund_stage(status) < 2`.execute(tx);
  return rows[0] ?? null;
}

/** Records what a refund was for, and restocks its units. Returns them by name. */
export async function assignParts(tx: Tx, assignment: Assignment) {
  const { orderId, refundId, amount, parts, restock, now } = assignment;
  await tx
    .updateTable("refunds")
    .set({ ...partsOf(amount, parts), updated_at: now })
    .where("id", "=", refundId)
    .execute();
  await insertUnits(tx, assignment);
  // As if it were reported again: restocks, and clears the flag when this was the last open question.
  await sql`
    select merge_refunds(${orderId}, jsonb_build_array(jsonb_build_object(
        'id', provider_refund_id, 'amount', amount, 'status', status)), 'admin', ${now})
      from refunds where id = ${refundId}`.execute(tx);
  return namesOf(tx, parts, restock);
}
