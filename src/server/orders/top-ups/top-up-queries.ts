// The SQL of top-ups. They are asked for and settled by functions in the database (db/functions/orders/ask-top-up.sql,
// bring-top-up-to-payment.sql).
import { sql } from "kysely";
import type { Cents } from "#domain/money/money.ts";
import type { SwapSums } from "#domain/order/swap.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import type { NewCall } from "../../payments/operation-queries.ts";
import { itemRow, type SwapOffer, swapRow } from "../corrections/swap-queries.ts";

type NewTopUp = {
  /** Of its checkout. */
  id: string;
  orderId: string;
  itemId: string;
  pieces: number;
  sums: SwapSums;
  offer: SwapOffer;
  before: string;
  after: string;
  /** Ids for what comes of it: the swap, its new line, and the number that the checkout has instead of an order's. */
  ids: { swap: string; item: string; checkoutOrder: string };
  call: NewCall;
  /** Who will pay, for the brake on card testing: the order's customer. */
  visitor: string;
  actor: string;
  expiresAt: Date;
  now: Date;
};

/** Under the order's lock. open: the order is asked for one already. sold_out: too few pieces are free. */
export async function insertTopUp(tx: Tx, topUp: NewTopUp): Promise<"asked" | "open" | "sold_out"> {
  const { id, orderId, itemId, pieces, sums, offer, ids, call, actor, now } = topUp;
  const amount: Cents = -sums.difference;
  const swap = swapRow({
    ...{ id: ids.swap, orderId, fromItemId: itemId, toItemId: ids.item },
    ...{ sums, offer, actor },
  });
  const row = {
    ...{ order_id: orderId, item_id: itemId, swap, pieces_before: topUp.before, pieces_after: topUp.after },
    ...{ amount, actor, expires_at: topUp.expiresAt },
  };
  const checkout = {
    ...{
      id,
      order_id: ids.checkoutOrder,
      subtotal: sums.goods - sums.goodsBack,
      tax: sums.tax - sums.taxBack,
      visitor: topUp.visitor,
    },
  };
  const calling = { id: call.id, key: call.key, params: call.params, next_at: call.nextAt };
  const { rows } = await sql<{ answer: "asked" | "open" | "sold_out" }>`
    select ask_top_up(${JSON.stringify(row)}::jsonb, ${JSON.stringify(checkout)}::jsonb,
      ${JSON.stringify({ ...itemRow(topUp), quantity: pieces })}::jsonb, ${JSON.stringify(calling)}::jsonb, ${now}) as answer`.execute(
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
  isClosing: boolean;
  endedAt: Date | null;
  outcome: "swapped" | "returned" | null;
};

/** The newest top-up of an order. */
export async function findNewestTopUp(db: Db, orderId: string): Promise<PayableTopUp | null> {
  const { rows } = await sql<PayableTopUp>`
    select t.checkout_id as id, t.order_id as "orderId", t.amount, t.pieces_before as before, t.pieces_after as after,
      c.payment_intent_id as "intentId", t.expires_at as "expiresAt", t.closing_at is not null as "isClosing",
      t.ended_at as "endedAt", t.outcome
    from top_ups t left join checkouts c on c.id = t.checkout_id
    where t.order_id = ${orderId} order by t.created_at desc, t.checkout_id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Notes that somebody gets what it takes to pay it. False: it ended, or nothing is swapped for it any more. */
export async function noteOpened(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update top_ups set opened_at = ${now}
    where checkout_id = ${id} and ended_at is null and closing_at is null and expires_at > ${now} returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Ends the open top-up of a locked order; null when it has none with this id. */
export async function withdraw(
  tx: Tx,
  { orderId, id, now }: { orderId: string; id: string; now: Date },
): Promise<{ amount: Cents; after: string } | null> {
  const { rows } = await sql<{ amount: Cents; after: string }>`
    update top_ups set closing_at = coalesce(closing_at, ${now}), closing_why = coalesce(closing_why, 'withdrawn')
    where order_id = ${orderId} and checkout_id = ${id} and ended_at is null
    returning amount, pieces_after as after`.execute(tx);
  return rows[0] ?? null;
}

/** The open top-up of a locked order that can be paid, and how many mails have asked for it. */
export async function findAsked(
  tx: Tx,
  { orderId, id, now }: { orderId: string; id: string; now: Date },
): Promise<{ amount: Cents; mails: number } | null> {
  const { rows } = await sql<{ amount: Cents; mails: number }>`
    select amount, (select count(*)::integer from outbox where order_id = ${orderId} and kind = 'top_up_asked'
      and unique_key like 'top_up_asked:' || ${id} || ':%') as mails
    from top_ups where order_id = ${orderId} and checkout_id = ${id} and ended_at is null and closing_at is null
      and expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}
