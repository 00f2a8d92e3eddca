// The SQL of extra payments. They are requested and settled by functions in the database (db/functions/orders/ask-extra-payment.sql,
// settle-extra-payment.sql).
import { sql } from "kysely";
import type { Cents } from "#domain/money/money.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import type { NewCall } from "../../payments/operation-queries.ts";
import { changeRow, lineRow, type NewSwap } from "../changes/swap-queries.ts";

type NewExtraPayment = Omit<NewSwap, "kind"> & {
  /** The number that its checkout has instead of an order's. */
  checkoutOrderId: string;
  call: NewCall;
  /** Who will pay, for the brake on card testing: the order's customer. */
  visitor: string;
  expiresAt: Date;
};

/** Under the order's lock. open: the order has an open one already. sold_out: too few units are free. */
export async function insertExtraPayment(
  tx: Tx,
  extraPayment: NewExtraPayment,
): Promise<"asked" | "open" | "sold_out"> {
  const { call, now } = extraPayment;
  const change = { ...changeRow({ ...extraPayment, kind: "swap" }), expires_at: extraPayment.expiresAt };
  const checkout = { order_id: extraPayment.checkoutOrderId, visitor: extraPayment.visitor };
  const calling = { id: call.id, key: call.key, params: call.params, next_at: call.nextAt };
  const { rows } = await sql<{ answer: "asked" | "open" | "sold_out" }>`
    select ask_extra_payment(${JSON.stringify(change)}::jsonb, ${JSON.stringify(checkout)}::jsonb,
      ${JSON.stringify(lineRow(extraPayment))}::jsonb, ${JSON.stringify(calling)}::jsonb, ${now}) as answer`.execute(
    tx,
  );
  return rows[0]?.answer ?? "open";
}

export type PayableExtraPayment = {
  id: string;
  orderId: string;
  amount: Cents;
  before: string;
  after: string;
  intentId: string | null;
  expiresAt: Date;
  state: "waiting" | "ending" | "done" | "ended";
  isPaid: boolean;
};

/** The newest extra payment of an order. */
export async function findNewestExtraPayment(db: Db, orderId: string): Promise<PayableExtraPayment | null> {
  const { rows } = await sql<PayableExtraPayment>`
    select n.id, n.order_id as "orderId", n.difference as amount, n.before ->> 'items' as before, n.after ->> 'items' as after,
      c.payment_intent_id as "intentId", n.expires_at as "expiresAt", n.state, n.received is not null as "isPaid"
    from order_changes n left join checkouts c on c.id = n.id
    where n.order_id = ${orderId} and n.expires_at is not null order by n.number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Records that its payment form was opened. False: it has ended, or its swap is withdrawn. */
export async function noteOpened(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update order_changes set opened_at = ${now}
    where id = ${id} and state = 'waiting' and expires_at > ${now} returning 1`.execute(db);
  return rows.length > 0;
}

/** Ends the open extra payment of a locked order; null when it has none with this id. */
export async function withdraw(
  tx: Tx,
  { orderId, id }: { orderId: string; id: string },
): Promise<{ amount: Cents; after: string } | null> {
  const { rows } = await sql<{ amount: Cents; after: string }>`
    update order_changes set state = 'ending', end_reason = coalesce(end_reason, 'withdrawn')
    where order_id = ${orderId} and id = ${id} and state in ('waiting', 'ending')
    returning difference as amount, after ->> 'items' as after`.execute(tx);
  return rows[0] ?? null;
}

/** The open extra payment of a locked order that can be paid, and how many emails have requested it. */
export async function findAsked(
  tx: Tx,
  { orderId, id, now }: { orderId: string; id: string; now: Date },
): Promise<{ amount: Cents; mails: number } | null> {
  const { rows } = await sql<{ amount: Cents; mails: number }>`
    select difference as amount, (select count(*)::integer from outbox where order_id = ${orderId} and kind = 'extra_payment_asked'
      and unique_key like 'extra_payment_asked:' || ${id} || ':%') as mails
    from order_changes where order_id = ${orderId} and id = ${id} and state = 'waiting' and expires_at > ${now}`.execute(
    tx,
  );
  return rows[0] ?? null;
}
