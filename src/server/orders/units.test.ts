// Units of orders: their states, their shares to the cent, and what any history of changes leaves of them.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { unitStates, unitTransitions } from "#domain/order/units.ts";
import { paymentOfExtraPayment } from "#test/sales/extra-payments.ts";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { askedReturn, linkOf, returnForm } from "#test/sales/returns.ts";
import { GOOD_CARD, sell } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { cancelPaidOrder } from "./changes/cancel-paid-order.ts";
import { refundOrder } from "./changes/refund-order.ts";
import { swapUnits } from "./changes/swap-units.ts";
import { askExtraPayment } from "./extra-payments/ask-extra-payment.ts";
import { withdrawExtraPayment } from "./extra-payments/change-extra-payment.ts";
import { approveReturn } from "./returns/decide-return.ts";
import { receiveReturn } from "./returns/receive-return.ts";
import { fulfillOrder } from "./shipments/fulfill-order.ts";

const store = freshShop({}, closeWithBooks);

const ids = async () =>
  (await sql<{ id: string }>`select id from order_units order by id`.execute(store.shop.db)).rows;

test("the database allows exactly the changes of a unit's state that are in the domain's table", async () => {
  const { rows } = await sql<{ from: string; to: string }>`
    select from_state as "from", to_state as "to" from unit_transitions`.execute(store.shop.db);
  const inDomain = Object.entries(unitTransitions).flatMap(([from, tos]) =>
    tos.map((to) => `${from} → ${to}`),
  );
  expect(rows.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual(inDomain.sort());
});

test("the database refuses any other change of a unit's state, and any of what it was sold for", async () => {
  await sell(store);
  const [unit] = await ids();
  const change = (set: string) =>
    sql`update order_units set ${sql.raw(set)} where id = ${unit?.id}`.execute(store.shop.db);
  for (const state of unitStates.filter(
    (state) => !unitTransitions.to_ship.includes(state) && state !== "to_ship",
  ))
    await expect(change(`state = '${state}'`)).rejects.toThrow(
      `a unit that is to_ship cannot become ${state}`,
    );
  for (const set of ["paid_cents = 1", "tax_cents = tax_cents + 1", "position = 9"])
    await expect(change(set)).rejects.toThrow("what a unit was sold for never changes");
});

const DRAWS = 40;

/** Numbers that look random and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test("[RF-1] what was paid and the tax are shared out among the units to the cent, no matter what was bought", async () => {
  const below = numbers(7);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const lines = Array.from({ length: 1 + below(4) }, (_, at) => {
      const [quantity, price] = [1 + below(5), below(9_000)];
      return { name: `Line ${at}`, quantity, price, discount_cents: below(quantity * price + 1) };
    });
    const paid = lines.reduce((sum, line) => sum + line.price * line.quantity - line.discount_cents, 0);
    const tax = below(2_000);
    await sql`
      select create_order_with_items(null, ${paid + tax}, null, '{}'::jsonb, ${JSON.stringify(lines)}::jsonb,
        p_tax => ${tax}, p_shipping => 0, p_takes_stock => false)`.execute(store.shop.db);
  }
  const { rows } = await sql`
    select i.id from order_items i join order_units u on u.order_item_id = i.id group by i.id
      having sum(u.paid_cents) <> i.price * i.quantity - i.discount_cents or count(*) <> i.quantity
    union all
    select o.id from orders o join order_units u on u.order_id = o.id group by o.id having sum(u.tax_cents) <> o.tax`.execute(
    store.shop.db,
  );
  expect(rows).toEqual([]);
});

const detail = (id: string) => loadOrder(store, id);

type Sale = { orderId: string; paymentIntentId: string; polo: string; jacket: string };
type Kind = (sale: Sale, below: (max: number) => number) => Promise<unknown>;

/** Each kind of change, of some units; one that is refused changes nothing. */
const kinds: Record<string, Kind> = {
  async ship({ orderId }, below) {
    const { items } = await detail(orderId);
    const units = Object.fromEntries(
      items.map(({ id, quantity, canceled, sent }) => [
        id,
        below(Math.max(0, quantity - canceled - sent) + 1),
      ]),
    );
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "", units } as const;
    return fulfillOrder(store.shop, { orderId, actor, step });
  },
  async refund({ orderId, paymentIntentId }, below) {
    const { refundable } = await detail(orderId);
    const fails = below(3) === 0;
    if (fails) store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
    const chosen = refundable.lines.map(({ id, units }) => {
      const sent = units.filter(({ isSent }) => isSent).length;
      return [id, { unsent: below(units.length - sent + 1), sent: below(sent + 1) }] as const;
    });
    const made = await refundOrder(store.shop, {
      ...{ orderId, actor, amount: "parts", reason: "random" },
      parts: { units: Object.fromEntries(chosen), shipping: 0 },
      restock: Object.fromEntries(chosen.map(([id, { unsent, sent }]) => [id, below(unsent + sent + 1)])),
    });
    if (!fails) return made;
    const [latest] = store.sandbox.controls
      .refunds(paymentIntentId)
      .filter(({ status }) => status === "pending");
    if (latest) store.sandbox.controls.settleRefund(latest.id, "failed");
    return applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  },
  async swap({ orderId, polo }, below) {
    const { items, corrections } = await detail(orderId);
    const item = items[below(items.length)];
    if (!item) return;
    const to = { productId: polo, variation: ["S", "M", "L"][below(3)] ?? "" };
    const asked = { orderId, actor, seen: corrections.length, itemId: item.id, quantity: 1 + below(2), to };
    return swapUnits(store.shop, { ...asked, isFree: true });
  },
  /** Asks for what a jacket costs more; it is paid, sometimes after it was withdrawn, or nobody pays. */
  async askMore(sale, below) {
    const { orderId, jacket } = sale;
    const { items, corrections } = await detail(orderId);
    const item = items[below(items.length)];
    if (!item) return;
    const swap = { itemId: item.id, quantity: 1, to: { productId: jacket, variation: "" } };
    const ask = (amountSeen: number) =>
      askExtraPayment(store.shop, { orderId, actor, seen: corrections.length, ...swap, amountSeen });
    const looked = await ask(-1);
    const asked = looked.ok || looked.reason !== "amount_changed" ? looked : await ask(looked.more);
    if (!asked.ok) return;
    const intentId = await paymentOfExtraPayment(store, asked.id);
    const withdraw = () => withdrawExtraPayment(store.shop, { orderId, extraPaymentId: asked.id, actor });
    const course = below(4);
    if (course === 0) return withdraw();
    store.sandbox.controls.pay(intentId, GOOD_CARD);
    if (course === 1) return withdraw();
    if (course === 2) await kinds.ship?.(sale, below);
    return settlePayment(store.shop, { intentId, source: "webhook" });
  },
  /** Back to the size and the product that were sold, which may cost less. */
  async swapBack({ orderId, polo }) {
    const { items, corrections } = await detail(orderId);
    const item = items.find(({ variation, productId }) => variation !== "M" || productId !== polo);
    if (!item) return;
    const to = { productId: polo, variation: "M" };
    return swapUnits(store.shop, {
      orderId,
      actor,
      seen: corrections.length,
      itemId: item.id,
      quantity: 1,
      to,
    });
  },
  async returnSome({ orderId, polo }, below) {
    const token = linkOf(store, orderId);
    const { items } = await detail(orderId);
    const item = items.find(({ sent, refunded, canceled }) => sent > refunded - canceled);
    if (!item) return;
    const isExchange = below(2) === 0 && item.productId === polo;
    const wish = isExchange ? { [`wanted-${item.id}`]: "for L" } : {};
    const typed = returnForm({ [item.id]: 1 }, wish);
    const request = await askedReturn(store, { orderId, token }, typed, `192.0.2.${below(250)}`).catch(
      () => null,
    );
    if (!request) return;
    const { id: returnId } = request;
    await approveReturn(store.shop, { orderId, returnId, actor, answer: "Please send it." });
    return receiveReturn(store.shop, {
      ...{ orderId, returnId, actor, came: { [item.id]: 1 }, seen: 0 },
      refund: isExchange
        ? null
        : { refundId: store.shop.newId(), amount: "parts", shipping: 0, restock: [item.id] },
      ...(isExchange ? { exchange: { itemIds: [item.id], restock: [item.id] } } : {}),
    });
  },
  async cancel({ orderId }, below) {
    if (below(3) > 0) return;
    return cancelPaidOrder(store.shop, { orderId, actor, reason: "random" });
  },
};

/** What no history may break, from the rows alone. */
async function broken(orderId: string) {
  const { rows } = await sql<{ rule: string }>`
    select 'money' as rule from orders o cross join lateral (select coalesce(sum(amount), 0) as back,
        coalesce(sum(shipping), 0) as shipping, coalesce(sum(adjustment), 0) as adjustment
      from refunds where order_id = o.id and refund_stage(status) < 2) r
      where o.id = ${orderId} and (r.back > o.amount_received or o.amount_received - r.back <> o.shipping - r.shipping - r.adjustment
        + (select coalesce(sum(paid_cents + tax_cents), 0) from order_units u
          where u.order_id = o.id and u.state <> 'replaced' and u.refund_id is null)
        -- What came in for a change that was not made, and is on its way back.
        + (select coalesce(sum(n.received), 0) from order_changes n where n.order_id = o.id and n.state = 'ended')
        + (select coalesce(sum(s.goods_back + s.tax_back - s.goods - s.tax), 0) from order_changes s join refunds f on f.id = s.refund_id
          where s.order_id = o.id and refund_stage(f.status) = 2))
    union all
    select 'asked' from orders o join order_changes n on n.order_id = o.id and n.received is not null
      where o.id = ${orderId} and n.state = 'ended' and not exists (select from refunds r where r.order_id = o.id
        and r.amount = n.received and r.adjustment = r.amount)
    union all
    select 'stock' from inventory v cross join lateral (select coalesce(sum(quantity), 0) as put from stock_movements m
        where m.variant_id = v.id and m.kind in ('initial', 'adjustment')) m
      where v.on_hand <> m.put - (select count(*) from order_units u join order_items i on i.id = u.order_item_id
        where i.variant_id = v.id and u.stock = 'taken')`.execute(store.shop.db);
  return rows.map(({ rule }) => rule);
}

const HISTORIES = 100;
const STEPS = 5;

test("[UN-1] [RF-1] [RF-5] [RF-7] after any changes in any sequence, every unit is in one place, and money and stock add up", async () => {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 400 } });
  const polo = await addProduct(store.shop, { name: "Polo", stock: { S: 400, M: 400, L: 400 } });
  const jacket = await addProduct(store.shop, { name: "Jacket", price: 9000, stock: { "": 400 } });
  // L costs more than the other sizes.
  await sql`update inventory set price = 3600 where product_id = ${polo} and variation = 'L'`.execute(
    store.shop.db,
  );
  const all = Object.values(kinds);
  for (let history = 1; history <= HISTORIES; history += 1) {
    const below = numbers(history * 7_919);
    const items = [
      { productId: cap, variation: "", quantity: 2 },
      { productId: polo, variation: "M", quantity: 2 },
    ];
    const sale = await sell(store, { change: { items, amountSeen: 4 * 3200 + 599 } });
    for (let step = 0; step < STEPS; step += 1) {
      await all[below(all.length)]?.({ ...sale, polo, jacket }, below);
      expect(await broken(sale.orderId), `history ${history}, step ${step}`).toEqual([]);
    }
  }
  const { rows } = await sql<{ state: string }>`select distinct state from order_units`.execute(
    store.shop.db,
  );
  expect(rows.map(({ state }) => state).sort(), "each state was reached").toEqual([...unitStates].sort());
  const { rows: paid } = await sql`
    select distinct state from order_changes where received is not null`.execute(store.shop.db);
  expect(paid, "extra payments were used and refunded").toHaveLength(2);
}, 240_000);

test("[RF-1] a history that is undone leaves the stock as it was, and the whole payment refunded", async () => {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 10, L: 10 } });
  const items = [{ productId: polo, variation: "M", quantity: 3 }];
  const { orderId } = await sell(store, { change: { items, amountSeen: 3 * 3200 + 599 } });
  const [item] = (await detail(orderId)).items;
  const swap = async (itemId: string, variation: string, seen: number) => {
    const to = { productId: polo, variation };
    expect(await swapUnits(store.shop, { orderId, actor, seen, itemId, quantity: 2, to })).toMatchObject({
      ok: true,
    });
  };
  await swap(item?.id ?? "", "L", 0);
  const large = (await detail(orderId)).items.find(({ variation }) => variation === "L");
  await swap(large?.id ?? "", "M", 1);
  const back = await refundOrder(store.shop, {
    orderId,
    actor,
    amount: "rest",
    reason: "back",
    restock: true,
  });
  expect(back).toMatchObject({ ok: true });
  const stock = await stockOf(store.shop, polo);
  expect(stock.map(({ on_hand }) => on_hand)).toEqual([10, 10]);
  const order = await detail(orderId);
  expect(order.received - order.refunded).toBe(0);
});
