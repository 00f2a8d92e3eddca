// The SQL of the settle transaction, of finding the payments that still need it, and of the order that one became.
import { sql } from "kysely";
import type { Cents } from "#domain/money/money.ts";
import type { OrderStatus } from "#domain/order/order.ts";
import type { Db } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";
import type { PaymentIntent } from "./payment-provider.ts";

export type Settled = {
  outcome: "order" | "no_order" | "unknown_checkout" | "other_intent";
  /** null: the payment has not come far enough to be an order. */
  orderId: string | null;
  status: OrderStatus | null;
  previousStatus: OrderStatus | null;
  total: Cents;
  intentStatus: string;
  updated: boolean;
  duplicate: boolean;
};

/** Takes the number of a read of the provider; must be called before the provider is asked. */
export async function nextPaymentRead(shop: Pick<Shop, "pool">): Promise<string> {
  const { rows } = await shop.pool.query<{ read: string }>({
    name: "next_payment_read",
    text: "select nextval('payment_reads') as read",
  });
  return rows[0]?.read ?? "0";
}

/** The settle transaction: one statement, one round trip. */
export async function settleInDatabase(
  shop: Pick<Shop, "pool">,
  args: { checkoutId: string; intent: PaymentIntent; read: string; source: string; now: Date },
): Promise<Settled> {
  const { intent } = args;
  const facts = {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amount_received: intent.amountReceived,
    currency: intent.currency,
  };
  const { rows } = await shop.pool.query<{ settled: Record<string, unknown> }>({
    name: "settle_payment",
    text: "select settle_payment($1, $2, $3, $4, $5) as settled",
    values: [args.checkoutId, JSON.stringify(facts), args.read, args.source, args.now],
  });
  const settled = rows[0]?.settled ?? {};
  return {
    outcome: settled.outcome as Settled["outcome"],
    orderId: (settled.order_id as string | null) ?? null,
    status: (settled.status as OrderStatus | null) ?? null,
    previousStatus: (settled.previous_status as OrderStatus | null) ?? null,
    total: (settled.total as number | null) ?? 0,
    intentStatus: (settled.intent_status as string | null) ?? intent.status,
    updated: settled.updated === true,
    duplicate: settled.duplicate === true,
  };
}

/** Of these payments those whose last known word differs from what the provider says now. */
export async function listUnsettled(db: Db, intents: PaymentIntent[]): Promise<PaymentIntent[]> {
  const ids = intents.flatMap((intent) => (intent.checkoutId ? [intent.checkoutId] : []));
  if (ids.length === 0) return [];
  type Row = {
    id: string;
    intent_status: string | null;
    state: string;
    payment_intent_id: string | null;
    replaced_intent_id: string | null;
  };
  const { rows } = await sql<Row>`
    select id::text, intent_status, state, payment_intent_id, replaced_intent_id from checkouts where id::text = any(${ids}::text[])`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return intents.filter((intent) => {
    if (intent.checkoutId === null) return false;
    const row = known.get(intent.checkoutId);
    if (row?.replaced_intent_id === intent.id) return intent.status === "succeeded";
    return (
      !row ||
      row.intent_status !== intent.status ||
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
    .executeTakeFirst();
  return row?.oldest ?? null;
}

export async function findOrderIdByIntent(db: Db, intentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("payment_intent_id", "=", intentId)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findOrderPayment(
  db: Db,
  orderId: string,
): Promise<{ status: OrderStatus; paymentIntentId: string | null } | null> {
  const row = await db
    .selectFrom("orders")
    .select(["status", "payment_intent_id as paymentIntentId"])
    .where("id", "=", orderId)
    .executeTakeFirst();
  return row ? { ...row, status: row.status as OrderStatus } : null;
}
