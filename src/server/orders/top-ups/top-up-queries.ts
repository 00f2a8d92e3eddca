// The SQL of top-ups. They are asked for and settled by functions in the database (db/functions/orders/ask-top-up.sql,
// bring-top-up-to-payment.sql).
import { sql } from "kysely";
import type { Cents } from "#domain/money/money.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import type { NewCall } from "../../payments/operation-queries.ts";
import { changeRow, lineRow, type NewSwap } from "../changes/swap-queries.ts";

type NewTopUp = Omit<NewSwap, "kind"> & {
  /** The number that its checkout has instead of an order's. */
  checkoutOrderId: string;
  call: NewCall;
  /** Who will pay, for the brake on card testing: the order's customer. */
  visitor: string;
  expiresAt: Date;
};

/** Under the order's lock. open: the order is asked for one already. sold_out: too few pieces are free. */
export async function insertTopUp(tx: Tx, topUp: NewTopUp): Promise<"asked" | "open" | "sold_out"> {
  const { call, now } = topUp;
  const change = { ...changeRow({ ...topUp, kind: "swap" }), expires_at: topUp.expiresAt };
  const checkout = { order_id: topUp.checkoutOrderId, visitor: topUp.visitor };
  const calling = { id: call.id, key: call.key, params: call.params, next_at: call.nextAt };
  const { rows } = await sql<{ answer: "asked" | "open" | "sold_out" }>`
    select ask_top_up(${JSON.stringify(change)}::jsonb, ${JSON.stringify(checkout)}::jsonb,
      ${JSON.stringify(lineRow(topUp))}::jsonb, ${JSON.stringify(calling)}::jsonb, ${now}) as answer`.execute(
    tx,
  );
  return rows[0]?.answer ?? "open";
}

export type PayableTopUp = {
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

/** The newest top-up of an order. */
export async function findNewestTopUp(db: Db, orderId: string): Promise<PayableTopUp | null> {
  const { rows } = await sql<PayableTopUp>`
    select n.id, n.order_id as "orderId", n.difference as amount, n.before ->> 'pieces' as before, n.after ->> 'pieces' as after,
      c.payment_intent_id as "intentId", n.expires_at as "expiresAt", n.state, n.received is not null as "isPaid"
    from order_changes n left join checkouts c on c.id = n.id
    where n.order_id = ${orderId} and n.expires_at is not null order by n.number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Notes that somebody gets what it takes to pay it. False: it ended, or nothing is swapped for it any more. */
export async function noteOpened(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update order_changes set opened_at = ${now}
    where id = ${id} and state = 'waiting' and expires_at > ${now} returning 1`.execute(db);
  return rows.length > 0;
}

/** Ends the open top-up of a locked order; null when it has none with this id. */
export async function withdraw(
  tx: Tx,
  { orderId, id }: { orderId: string; id: string },
): Promise<{ amount: Cents; after: string } | null> {
  const { rows } = await sql<{ amount: Cents; after: string }>`
    update order_changes set state = 'ending', end_reason = coalesce(end_reason, 'withdrawn')
    where order_id = ${orderId} and id = ${id} and state in ('waiting', 'ending')
    returning difference as amount, after ->> 'pieces' as after`.execute(tx);
  return rows[0] ?? null;
}

/** The open top-up of a locked order that can be paid, and how many mails have asked for it. */
export async function findAsked(
  tx: Tx,
  { orderId, id, now }: { orderId: string; id: string; now: Date },
): Promise<{ amount: Cents; mails: number } | null> {
  const { rows } = await sql<{ amount: Cents; mails: number }>`
    select difference as amount, (select count(*)::integer from outbox where order_id = ${orderId} and kind = 'top_up_asked'
      and unique_key like 'top_up_asked:' || ${id} || ':%') as mails
    from order_changes where order_id = ${orderId} and id = ${id} and state = 'waiting' and expires_at > ${now}`.execute(
    tx,
  );
  return rows[0] ?? null;
}
