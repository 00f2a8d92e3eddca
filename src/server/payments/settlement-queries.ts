// The SQL that settles a payment, finds payments that are not settled yet, and finds the order of a payment.
import { sql } from "kysely";
import type { ConfirmationOrder, OrderStatus } from "#domain/order/order.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../core/shop.ts";
import { withArrival } from "../db/order-rows.ts";
import type { Db } from "../db/transaction.ts";
import type { PaymentIntent } from "./payment-provider.ts";

export type SettledPayment = {
  outcome: "order" | "no_order" | "unknown_checkout" | "other_intent";
  /** null: there is no order for this payment yet. */
  orderId: string | null;
  status: OrderStatus | null;
  previousStatus: OrderStatus | null;
  intentStatus: string;
  updated: boolean;
  /** Of the checkout's order, when it was asked for. */
  confirmation: ConfirmationOrder | null;
};

/** The number of the next read of the provider; take it before asking the provider. */
export async function nextPaymentRead(shop: Pick<Shop, "pool">): Promise<string> {
  const { rows } = await shop.pool.query<{ read: string }>({
    text: "select nextval('payment_reads') as read",
  });
  return rows[0]?.read ?? "0";
}

/** What is known of a payment before the provider is asked. */
export type KnownPayment =
  /** It completed its checkout. That is final: asking can change nothing anymore, but for refunds and disputes. */
  | { isSettled: true; checkoutId: string; orderId: string; status: OrderStatus }
  /** Too little; `read` is the number of the read that the caller takes now. */
  | { isSettled: false; read: string };

/** One read. */
export async function lookAtPayment(shop: Pick<Shop, "pool">, intentId: string): Promise<KnownPayment> {
  const { rows } = await shop.pool.query<{
    checkoutId: string | null;
    orderId: string;
    status: OrderStatus;
    read: string;
  }>({
    text: `select known.*, case when known."checkoutId" is null then nextval('payment_reads') end as read
      from (select 1) one left join (select c.id as "checkoutId", o.id as "orderId", o.status
        from checkouts c join orders o on o.id = coalesce(c.extra_payment_for, c.order_id)
        where c.payment_intent_id = $1 and c.state = 'completed') known on true`,
    values: [intentId],
  });
  const { checkoutId = null, orderId = "", status = "paid", read = "0" } = rows[0] ?? {};
  return checkoutId === null ? { isSettled: false, read } : { isSettled: true, checkoutId, orderId, status };
}

/**
 * The settle transaction: one statement, one round trip. `eventId`: the event that asked for it, which is done with
 * it, unless the payment turns out to be no checkout's. `isShown`: asks for the order's confirmation.
 */
export async function settleInDatabase(
  shop: Pick<Shop, "pool">,
  args: {
    checkoutId: string;
    intent: PaymentIntent;
    read: string;
    source: string;
    now: Date;
    eventId: string | null;
    isShown: boolean;
  },
): Promise<SettledPayment> {
  const { intent } = args;
  const facts = {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amount_received: intent.amountReceived,
    currency: intent.currency,
  };
  const values = [args.checkoutId, JSON.stringify(facts), args.read, args.source, args.now, args.isShown];
  // Planning this without rows would take half as long as settling a settled payment.
  const handled = `, handled as (update payment_events e set done_at = $5, last_error = null from settled
        where e.id = $7 and settled.outcome in ('order', 'no_order'))`;
  const { rows } = await shop.pool.query<SettledPayment>({
    text: `with settled as materialized (
        select * from jsonb_to_record(settle_payment($1, $2, $3, $4, $5, $6)) as settled
          (outcome text, order_id text, status text, previous_status text, intent_status text, updated boolean,
            confirmation jsonb))${args.eventId === null ? "" : handled}
      select outcome, order_id as "orderId", status, previous_status as "previousStatus",
        coalesce(intent_status, $2::jsonb ->> 'status') as "intentStatus", coalesce(updated, false) as updated, confirmation
      from settled`,
    values: args.eventId === null ? values : [...values, args.eventId],
  });
  const settled = rows[0] as SettledPayment;
  return { ...settled, confirmation: settled.confirmation && withArrival(settled.confirmation) };
}

/** Those of these payments of which the shop does not know what the provider says now. */
export async function listUnsettled(db: Db, intents: PaymentIntent[]): Promise<PaymentIntent[]> {
  // The checkout id in another system's payment is not one of ours.
  const ids = intents.flatMap(({ checkoutId }) => (isUuid(checkoutId) ? [checkoutId] : []));
  const rows = await db
    .selectFrom("checkouts")
    .select(["id", "intent_status", "state", "payment_intent_id", "last_charge_id"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return intents.filter((intent) => {
    if (intent.checkoutId === null) return false;
    const row = known.get(intent.checkoutId);
    // What the provider says of a payment that was only made is not recorded: an event about that ends right away.
    const noted =
      row?.payment_intent_id === intent.id
        ? (row.intent_status ?? "requires_payment_method")
        : row?.intent_status;
    return (
      !row ||
      noted !== intent.status ||
      // Declined again, and not counted yet.
      (intent.status === "requires_payment_method" && intent.chargeId !== row.last_charge_id) ||
      // Paid, and not where the shop thinks: an order is missing, or a second payment went through.
      (intent.status === "succeeded" && (row.state !== "completed" || row.payment_intent_id !== intent.id))
    );
  });
}

export async function findOldestUnfinished(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("checkouts")
    .select((eb) => eb.fn.min("created_at").as("oldest"))
    .where("state", "in", ["open", "paying"])
    .where("extra_payment_for", "is", null)
    .executeTakeFirst();
  return row?.oldest ?? null;
}

/** The open extra payments that a customer has started to pay: they may be days old, so they are checked one by one. */
export async function listOpenedExtraPayments(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ intentId: string }>`
    select c.payment_intent_id as "intentId" from order_changes n join checkouts c on c.id = n.id
      where n.state in ('waiting', 'ending') and n.opened_at is not null and c.payment_intent_id is not null
      order by n.opened_at desc limit ${limit}`.execute(db);
  return rows.map(({ intentId }) => intentId);
}

/** The order of a payment, its own or an extra payment's, whether or not its event has arrived. */
export async function findOrderIdByIntent(db: Db, intentId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where payment_intent_id = ${intentId}
    union all select extra_payment_for from checkouts where payment_intent_id = ${intentId} and extra_payment_for is not null
    limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** `extraPayments`: its extra payments, oldest first. */
export async function findOrderPayment(
  db: Db,
  orderId: string,
): Promise<{ status: OrderStatus; paymentIntentId: string | null; extraPayments: string[] } | null> {
  const { rows } = await sql<{
    status: OrderStatus;
    paymentIntentId: string | null;
    extraPayments: string[];
  }>`
    select o.status, o.payment_intent_id as "paymentIntentId",
      (select coalesce(jsonb_agg(c.payment_intent_id order by c.created_at, c.id), '[]') from checkouts c
        where c.extra_payment_for = o.id and c.payment_intent_id is not null) as "extraPayments"
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}
