// Two people who want the same thing at the same moment: one gets it, the other is refused.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { swapUnits } from "#server/orders/changes/swap-units.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { askForReturn } from "#server/orders/returns/ask-for-return.ts";
import { approveReturn, declineReturn } from "#server/orders/returns/decide-return.ts";
import { askForMoneyCheck, takeOver } from "#server/reconciliation/fix-difference.ts";
import { loadMoney } from "#server/reconciliation/load-money.ts";
import { reconcile } from "#server/reconciliation/reconcile.ts";
import { sellPolo } from "#test/sales/extra-payments.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { askedReturn, deliverOrder, returnForm, returnsOf } from "#test/sales/returns.ts";
import { refundInDashboard, sell } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";

const store = freshShop({}, closeWithBooks);

const okCount = (outcomes: { ok: boolean }[]) => outcomes.filter(({ ok }) => ok).length;
const reasonsOf = (outcomes: ({ ok: true } | { ok: false; reason: string })[]) =>
  outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.reason]));

test("[RF-5] of two orders that are swapped for the last L one gets it, and of two owners who swap one order one looks again", async () => {
  const productId = await addProduct(store.shop, { name: "Polo", price: 6000, stock: { M: 9, L: 1 } });
  const items = [{ productId, variation: "M", quantity: 2 }];
  const orders: { orderId: string; itemId: string }[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { orderId } = await sell(store, { productId, change: { items, amountSeen: 12_599 } });
    const order = await findOrderDetail(store.shop, { id: orderId });
    orders.push({ orderId, itemId: order?.items[0]?.id ?? "" });
  }
  const to = { productId, variation: "L" };
  const swaps = [...orders, ...orders.slice(0, 1)].map((order) =>
    swapUnits(store.shop, { ...order, actor, seen: 0, quantity: 1, to }),
  );
  const results = await Promise.all(swaps);
  expect(okCount(results)).toBe(1);
  for (const reason of reasonsOf(results)) expect(["sold_out", "changed"]).toContain(reason);
  expect(await stockOf(store.shop, productId)).toMatchObject([
    { variation: "M", on_hand: 6 },
    { variation: "L", on_hand: 0 },
  ]);
});

test("[RF-5] two owners who ask for the same extra payment make one request", async () => {
  const { ask, jacket } = await sellPolo(store);
  const both = await Promise.all([ask(), ask()]);
  expect(okCount(both)).toBe(1);
  expect(reasonsOf(both)).toEqual(["open"]);
  expect(await stockOf(store.shop, jacket)).toEqual([{ variation: "L", on_hand: 3, held: 1 }]);
});

test("[RF-7] of two forms for the same units one is a return", async () => {
  const order = await deliverOrder(store);
  const ask = () =>
    askForReturn(store.shop, {
      ...{ token: order.token, returnId: store.shop.newId(), ip: "192.0.2.1" },
      typed: returnForm({ [order.caps]: 2 }),
    });
  expect(okCount(await Promise.all([ask(), ask()]))).toBe(1);
  expect(await returnsOf(store, order)).toHaveLength(1);
});

test("[RF-7] of several answers to one exchange the first counts, and one unit is held at most", async () => {
  const order = await deliverOrder(store);
  const { orderId, polo, polos } = order;
  const form = returnForm({ [polos]: 1 }, { [`wanted-${polos}`]: "for L" });
  const { id: returnId } = await askedReturn(store, order, form);
  const answer = { orderId, returnId, actor, answer: "Send it to 1 Links Road" };
  const answers = await Promise.all([
    approveReturn(store.shop, answer),
    approveReturn(store.shop, answer),
    declineReturn(store.shop, answer),
  ]);
  expect(okCount(answers)).toBe(1);
  expect(reasonsOf(answers)).toEqual(["decided", "decided"]);
  const [request] = await returnsOf(store, order);
  const large = (await stockOf(store.shop, polo)).find(({ variation }) => variation === "L");
  expect(large).toMatchObject({ on_hand: 1, held: request?.state === "approved" ? 1 : 0 });
});

const checkNow = () => reconcile(store.shop, new AbortController().signal);
const page = () => loadMoney(store.shop, new URLSearchParams("period=this-year"));

test("[KN-4] two reconciliations at the same moment find what one finds", async () => {
  const { paymentIntentId } = await sell(store);
  await refundInDashboard(store, paymentIntentId, 900);
  await sql`update products set stock = stock + 1`.execute(store.shop.db);
  store.clock.advance(60 * 60_000);
  await Promise.all([checkNow(), checkNow()]);
  const { state, differences } = await page();
  expect(state).toMatchObject({ isChecking: false, open: 2, counts: { payments: 1, refunds: 1 } });
  expect(differences.map(({ key }) => key.split(":")[0]).sort()).toEqual(["refund", "rule"]);
  await sql`update products set stock = stock - 1`.execute(store.shop.db);
});

test("[KN-4] two owners who fix the same line store its refund once", async () => {
  const { paymentIntentId } = await sell(store);
  await refundInDashboard(store, paymentIntentId, 900);
  store.clock.advance(60 * 60_000);
  await askForMoneyCheck(store.shop, { actor });
  await checkNow();
  const key = (await page()).differences[0]?.key ?? "";
  const fix = () => takeOver(store.shop, { key, actor });
  for (const fixed of await Promise.all([fix(), fix()]))
    expect(fixed).toMatchObject(fixed.ok ? { problem: null } : { reason: "gone" });
  expect((await page()).state).toMatchObject({ open: 0, counts: { payments: 1, refunds: 1 } });
  expect(await store.shop.db.selectFrom("refunds").select("amount").execute()).toEqual([{ amount: 900 }]);
});
