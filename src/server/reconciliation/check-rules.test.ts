import { sql } from "kysely";
import { expect, test } from "vitest";
import { sell, startSale } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { findTroubles } from "../operations/alerts/find-troubles.ts";
import { examineShop, reportText } from "../operations/doctor/examine-shop.ts";
import { checkRules } from "./check-rules.ts";
import { loadMoney } from "./load-money.ts";
import { reconcile } from "./reconcile.ts";

const HOUR_MS = 60 * 60_000;

const store = freshShop();

const run = (statement: ReturnType<typeof sql>) => statement.execute(store.shop.db);
const rulesOf = async (extent: "day" | "whole") => [
  ...new Set((await checkRules(store.shop, extent)).map(({ id }) => id)),
];
const shown = async () => {
  const { differences } = await loadMoney(store.shop, new URLSearchParams());
  return differences.map(({ key }) => key);
};
const runNow = () => reconcile(store.shop, new AbortController().signal);

const breakOrder = (orderId: string) =>
  run(sql`update orders set subtotal = subtotal + 1 where id = ${orderId}`);
const fixOrder = (orderId: string) =>
  run(sql`update orders set subtotal = subtotal - 1 where id = ${orderId}`);
/** The rule's own sum overflows its type, so the statement fails. */
const spoilOrder = (orderId: string) =>
  run(
    sql`update orders set subtotal = subtotal + 2147000000, shipping = shipping + 2147000000 where id = ${orderId}`,
  );
const unspoilOrder = (orderId: string) =>
  run(
    sql`update orders set subtotal = subtotal - 2147000000, shipping = shipping - 2147000000 where id = ${orderId}`,
  );

/** Breaks something about a sale of the last day. */
const faults: [string, string, (sold: { orderId: string; productId: string }) => Promise<unknown>][] = [
  ["an order's sum", "I7", ({ orderId }) => breakOrder(orderId)],
  [
    "an order's history",
    "I11",
    ({ orderId }) =>
      run(sql`insert into order_events (order_id, from_status, to_status, source, created_at)
        values (${orderId}, 'canceled', 'failed', 'test', now())`),
  ],
  [
    "stock that moved for no order",
    "I4",
    ({ productId }) =>
      run(sql`insert into stock_movements (product_id, variant_id, kind, quantity, source, created_at)
        select product_id, id, 'adjustment', 1, 'test', now() from inventory where product_id = ${productId}`),
  ],
  [
    "the state of a checkout",
    "I8",
    ({ orderId }) => run(sql`update checkouts set state = 'expired' where order_id = ${orderId}`),
  ],
  ["a finished checkout that holds stock", "I8", () => run(sql`update checkouts set hold_active = true`)],
  [
    "a missing confirmation",
    "I9",
    ({ orderId }) => run(sql`delete from outbox where order_id = ${orderId} and kind = 'order_confirmation'`),
  ],
];

test.each(faults)("[KN-4] a rule finds %s of the last day", async (_, rule, plant) => {
  const sold = await sell(store);
  expect(await rulesOf("day")).toEqual([]);
  await plant(sold);
  expect(await rulesOf("day")).toContain(rule);
  expect(await shown()).toContain(`rule:${rule}`);
});

test("[KN-4] an unfinished checkout is checked however old it is", async () => {
  const { productId } = await startSale(store);
  store.clock.advance(25 * HOUR_MS);
  await run(sql`update products set stock = stock + 1 where id = ${productId}`);
  expect(await rulesOf("day")).toEqual(["I4"]);
});

test("[KN-4] the full run finds old problems, and any run removes their line once they are fixed", async () => {
  const { orderId } = await sell(store);
  store.clock.advance(25 * HOUR_MS);
  await breakOrder(orderId);
  expect(await rulesOf("day")).toEqual([]);
  expect(await rulesOf("whole")).toEqual(["I7"]);
  expect(await rulesOf("day"), "a broken rule is checked on all rows").toEqual(["I7"]);
  expect(await shown()).toEqual(["rule:I7"]);
  await fixOrder(orderId);
  expect(await rulesOf("day")).toEqual([]);
  expect(await shown()).toEqual([]);
});

test("[KN-4] [KN-5] a broken rule shows in the money check, as an alert of the back office, and in the doctor", async () => {
  const { orderId } = await sell(store);
  await runNow();
  expect(await findTroubles(store.shop)).toEqual([]);
  await breakOrder(orderId);
  store.clock.advance(HOUR_MS);
  await runNow();
  const { differences, state } = await loadMoney(store.shop, new URLSearchParams());
  expect(differences).toMatchObject([{ key: "rule:I7", kind: "rule", problem: "broken_rule" }]);
  expect(differences[0]?.detail).toContain(orderId);
  expect(state.open).toBe(1);
  expect(await findTroubles(store.shop)).toMatchObject([{ kind: "money", count: 1 }]);
  expect(store.logs.filter(({ event }) => event === "rule.broken")).toMatchObject([{ rule: "I7" }]);
  expect(reportText(await examineShop(store.shop))).toMatch(/✗ I7: /);
});

test("[KN-4] a rule that fails to run blocks neither the other rules nor the comparison of the money", async () => {
  const [broken, spoiled] = [await sell(store), await sell(store)];
  await run(sql`update products set stock = stock + 1 where id = ${broken.productId}`);
  await spoilOrder(spoiled.orderId);
  let listed = 0;
  const { payments } = store.shop;
  const listIntents: typeof payments.listIntents = (query) => {
    listed += 1;
    return payments.listIntents(query);
  };
  const shop = { ...store.shop, payments: { ...payments, listIntents } };
  await expect(reconcile(shop, new AbortController().signal)).rejects.toThrow("out of range");
  expect(listed).toBeGreaterThan(0);
  expect(await shown()).toEqual(["rule:I4"]);
  const { state } = await loadMoney(store.shop, new URLSearchParams());
  expect(state).toMatchObject({
    comparedUntil: null,
    failing: { error: expect.stringContaining("out of range") },
  });
  await unspoilOrder(spoiled.orderId);
  store.clock.advance(10 * 60_000);
  await runNow();
  expect((await loadMoney(store.shop, new URLSearchParams())).state.failing).toBeNull();
});

test("[KN-4] broken rules are recorded even when the provider is down", async () => {
  const { orderId } = await sell(store);
  await breakOrder(orderId);
  const away = { ok: false, reason: "unavailable", message: "Too many requests" } as const;
  Object.assign(store.shop, { payments: { ...store.shop.payments, listIntents: async () => away } });
  await runNow();
  expect(await shown()).toEqual(["rule:I7"]);
});
