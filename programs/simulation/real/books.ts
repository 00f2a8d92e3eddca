// Compares the provider's list of payments with the shop's database.
import type pg from "pg";
import type { BookedOrder } from "./order-book.ts";

export type SandboxPayment = { id: string; status: string; amount: number };

export type Audit = {
  succeeded: number;
  orders: number;
  lost: number;
  doubled: number;
  unpaidOrders: number;
  wrongAmounts: number;
  stockWrong: number;
  holdsWrong: number;
  isEqual: boolean;
};

/** For a running shop: every succeeded payment is one order, and no other order counts as paid. */
export function booksAreEqual(orders: BookedOrder[], payments: SandboxPayment[]): boolean {
  const succeeded = payments.filter(({ status }) => status === "succeeded");
  const paid = orders.filter(({ status }) => status === "paid").map((order) => order.paymentIntentId);
  const booked = new Set(paid);
  return paid.length === succeeded.length && succeeded.every(({ id }) => booked.has(id));
}

/** Every succeeded payment is one order of the same amount, and the stock ledger accounts for every unit. */
export async function audit(pool: Pick<pg.Pool, "query">, payments: SandboxPayment[]): Promise<Audit> {
  const succeeded = new Map(
    payments.filter((payment) => payment.status === "succeeded").map((payment) => [payment.id, payment]),
  );
  const { rows: orders } = await pool.query<{ payment_intent_id: string; total: number; status: string }>(
    "select payment_intent_id, total, status from orders",
  );
  const counts = new Map<string, number>();
  for (const order of orders)
    counts.set(order.payment_intent_id, (counts.get(order.payment_intent_id) ?? 0) + 1);
  const figures = {
    succeeded: succeeded.size,
    orders: orders.length,
    lost: [...succeeded.keys()].filter((id) => !counts.has(id)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    unpaidOrders: orders.filter((order) => order.status === "paid" && !succeeded.has(order.payment_intent_id))
      .length,
    wrongAmounts: orders.filter((order) => succeeded.get(order.payment_intent_id)?.amount !== order.total)
      .length,
    stockWrong: await count(
      pool,
      `select count(*) from inventory i where on_hand <> coalesce((select sum(quantity) from stock_movements m
        where m.product_id = i.product_id and m.variation = i.variation), 0)`,
    ),
    holdsWrong: await count(
      pool,
      `select count(*) from inventory i where held <> coalesce((select sum(c.quantity) from checkout_items c
        join checkouts k on k.id = c.checkout_id and k.hold_active
        where c.product_id = i.product_id and c.variation = i.variation), 0)
        + coalesce((select sum(l.held) from return_lines l join order_items s on s.id = l.order_item_id
        where l.held > 0 and s.product_id = i.product_id and option_now(s.product_id, l.wanted) = i.variation), 0)`,
    ),
  };
  const { lost, doubled, unpaidOrders, wrongAmounts, stockWrong, holdsWrong } = figures;
  return {
    ...figures,
    isEqual: lost + doubled + unpaidOrders + wrongAmounts + stockWrong + holdsWrong === 0,
  };
}

async function count(pool: Pick<pg.Pool, "query">, text: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(text);
  return Number(rows[0]?.count ?? 0);
}
