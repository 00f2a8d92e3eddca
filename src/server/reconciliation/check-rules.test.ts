import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OWNER } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { addProduct } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { closeAlert } from "../alerts/decide-alert.ts";
import { expireHolds } from "../checkout/expire-holds.ts";
import { findFact, saveFact } from "../db/facts.ts";
import { examineShop, reportText } from "../doctor/examine-shop.ts";
import {
  closeMendedRules,
  listBrokenRules,
  listPaymentAlerts,
  recordBrokenRules,
  resolvePaymentAlert,
} from "../payments/payment-alerts.ts";
import { nowOf, type Shop } from "../shop.ts";
import { checkBooks, checkSlice } from "./check-books.ts";
import { loadPass, PASS_FACT, SLICES } from "./slices.ts";

const HOUR_MS = 60 * 60_000;

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const run = (statement: ReturnType<typeof sql>) => statement.execute(store.shop.db);
const rulesOf = async () => [...new Set((await checkBooks(store.shop)).map(({ id }) => id))];
const alerts = async () => (await listPaymentAlerts(store.shop)).map(({ key }) => key);
const logged = (event: string) => store.logs.filter((line) => line.event === event);

/** Rounds until all that is there is old to them, also its payments to the comparison of a day. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) expect(await rulesOf()).toEqual([]);
  store.clock.advance(25 * HOUR_MS);
  for (let round = 0; round < 3; round += 1) expect(await rulesOf()).toEqual([]);
}

/** Nothing that rounds look at is written about the order. */
const breakOrder = (orderId: string) =>
  run(sql`update orders set subtotal = subtotal + 1 where id = ${orderId}`);
const mendOrder = (orderId: string) =>
  run(sql`update orders set subtotal = subtotal - 1 where id = ${orderId}`);
/** The rule's own sum is too large for its type, so the statement fails. */
const spoilOrder = (orderId: string) =>
  run(
    sql`update orders set subtotal = subtotal + 2147000000, shipping = shipping + 2147000000 where id = ${orderId}`,
  );
const unspoilOrder = (orderId: string) =>
  run(
    sql`update orders set subtotal = subtotal - 2147000000, shipping = shipping - 2147000000 where id = ${orderId}`,
  );
const queueMail = (orderId: string) =>
  run(sql`insert into outbox (kind, unique_key, order_id, created_at, next_at)
    values ('test', ${`test:${orderId}`}, ${orderId}, now(), now())`);

describe("a round finds what is wrong with", () => {
  test("an old order that a mail was queued for", async () => {
    const { orderId } = await sell(store);
    await settle();
    await breakOrder(orderId);
    expect(await rulesOf(), "nothing tells of it").toEqual([]);
    await queueMail(orderId);
    expect(await rulesOf()).toEqual(["I7"]);
  });

  test("an old order that got an event", async () => {
    const { orderId } = await sell(store);
    await settle();
    await run(sql`insert into order_events (order_id, from_status, to_status, source, created_at)
      values (${orderId}, 'canceled', 'failed', 'test', now())`);
    expect(await rulesOf()).toEqual(["I11"]);
  });

  test("an old order that stock was moved for", async () => {
    const { orderId, productId } = await sell(store);
    await settle();
    await breakOrder(orderId);
    await run(sql`insert into stock_movements (product_id, kind, quantity, order_id, source, created_at)
      values (${productId}, 'adjustment', 1, ${orderId}, 'test', now())`);
    expect((await rulesOf()).sort()).toEqual(["I4", "I7"]);
  });

  test("a product whose stock was moved for no order", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    await settle();
    await run(sql`insert into stock_movements (product_id, kind, quantity, source, created_at)
      values (${productId}, 'adjustment', 1, 'test', now())`);
    expect(await rulesOf()).toEqual(["I4"]);
  });

  test("a new order about which nothing else was written", async () => {
    const { orderId } = await sell(store);
    await settle();
    await run(sql`insert into orders (id, status, subtotal, total, shipping_address, source, created_at, updated_at)
      select gen_random_uuid(), 'pending', 0, 0, shipping_address, 'test', created_at, updated_at
      from orders where id = ${orderId}`);
    expect(await rulesOf()).toEqual(["I11"]);
  });

  test("the checkout of an order that something was written about", async () => {
    const { orderId } = await sell(store);
    await settle();
    await run(sql`update checkouts set state = 'expired' where order_id = ${orderId}`);
    expect(await rulesOf(), "nothing tells of it").toEqual([]);
    await queueMail(orderId);
    expect((await rulesOf()).sort()).toEqual(["I2", "I8"]);
  });

  test("an unfinished checkout that holds nothing", async () => {
    await startSale(store);
    await settle();
    await run(sql`update checkouts set hold_active = false`);
    expect(await rulesOf()).toContain("I8");
  });

  test("a product in an unfinished checkout", async () => {
    const { productId } = await startSale(store);
    await settle();
    await run(sql`update products set stock = stock + 1 where id = ${productId}`);
    expect(await rulesOf()).toEqual(["I4"]);
  });

  test("a finished checkout that still holds", async () => {
    await sell(store);
    await settle();
    await run(sql`update checkouts set hold_active = true`);
    expect(await rulesOf()).toContain("I8");
  });

  test("a checkout that was given up since the last round, however long ago that was", async () => {
    const { orderId } = await startSale(store);
    store.clock.advance(16 * 60_000);
    await expireHolds(store.shop);
    await settle();
    const changed = nowOf(store.shop);
    store.clock.advance(7 * 24 * HOUR_MS);
    await run(sql`update checkouts set intent_status = 'processing' where order_id = ${orderId}`);
    expect(await rulesOf(), "nothing tells of it").toEqual([]);
    await run(sql`update checkouts set updated_at = ${changed} where order_id = ${orderId}`);
    expect(await rulesOf()).toEqual(["I8"]);
  });

  test("more rows than one statement asks of", async () => {
    const { orderId } = await sell(store);
    await settle();
    await run(sql`insert into orders (id, status, subtotal, total, shipping_address, source, created_at, updated_at)
      select gen_random_uuid(), 'pending', 0, 0, '{}', 'test', created_at, updated_at
      from orders, generate_series(1, 2100) where id = ${orderId}`);
    const [found] = await checkBooks(store.shop);
    expect(found?.rows, "each statement shows twenty").toHaveLength(40);
  });
});

test("a shop that was restored where transaction numbers are lower goes on marking what is old", async () => {
  await sell(store);
  await settle();
  const load = async () => JSON.parse((await findFact(store.shop.db, "books.round")) ?? "null");
  const kept = await load();
  const value = JSON.stringify({ ...kept, pending: { ...kept.pending, ceiling: "900000000000" } });
  await saveFact(store.shop.db, { name: "books.round", value, now: nowOf(store.shop) });
  await sell(store);
  await settle();
  expect((await load()).settled.orders).toBe(kept.settled.orders + 1);
});

/** The shop with a provider whose list of payments does this first. */
function listing(before: () => Promise<void>): Shop {
  const { payments } = store.shop;
  const listIntents = async (query: Parameters<typeof payments.listIntents>[0]) => {
    await before();
    return payments.listIntents(query);
  };
  return { ...store.shop, payments: { ...payments, listIntents } };
}

describe("what a round has found is written down", () => {
  test("and logged when the comparison with the provider throws", async () => {
    const { orderId } = await sell(store);
    await breakOrder(orderId);
    const lost = listing(async () => {
      throw new Error("lost");
    });
    await expect(checkBooks(lost)).rejects.toThrow("lost");
    expect(await alerts()).toEqual(["rule:I7"]);
    expect(logged("rule.broken")).toMatchObject([{ rule: "I7" }]);
  });

  test("before the marks move on, so it is found again when it could not be", async () => {
    const { orderId } = await sell(store);
    await settle();
    await breakOrder(orderId);
    await queueMail(orderId);
    await run(sql`alter table payment_alerts add constraint full_disk check (reason <> 'broken_rule')`);
    for (let round = 0; round < 4; round += 1)
      await expect(checkBooks(store.shop)).rejects.toThrow("full_disk");
    await run(sql`alter table payment_alerts drop constraint full_disk`);
    expect(await rulesOf()).toEqual(["I7"]);
  });

  test("also when some rows can't be asked, and payments are still compared", async () => {
    const [broken, spoiled] = [await sell(store), await sell(store)];
    await breakOrder(broken.orderId);
    await recordBrokenRules(store.shop, [{ key: "rule:I7", problem: "known" }]);
    await run(sql`update products set stock = stock + 1 where id = ${broken.productId}`);
    await spoilOrder(spoiled.orderId);
    let listed = 0;
    const shop = listing(async () => {
      listed += 1;
    });
    await expect(checkBooks(shop)).rejects.toThrow("out of range");
    expect(listed).toBe(1);
    expect((await alerts()).sort(), "the rest was asked").toEqual(["rule:I4", "rule:I7"]);
    await unspoilOrder(spoiled.orderId);
    expect((await rulesOf()).sort()).toEqual(["I4", "I7"]);
  });
});

/** Checks the first slice, of which all orders of tests are, and the last two for all others; the rules that are broken. */
async function pass(): Promise<string[]> {
  const check = () =>
    checkSlice(store.shop).then(
      (broken) => broken.map(({ id }) => id),
      () => ["missed"],
    );
  const first = await check();
  const left = JSON.stringify({ ...(await loadPass(store.shop.db)), next: SLICES - 2 });
  await saveFact(store.shop.db, { name: PASS_FACT, value: left, now: nowOf(store.shop) });
  return [...first, ...(await check()), ...(await check())];
}

test("what is old is left to the slices, which find it within a day", async () => {
  const { orderId } = await sell(store);
  await settle();
  await breakOrder(orderId);
  store.clock.advance(2 * HOUR_MS);
  expect(await rulesOf()).toEqual([]);
  expect(await pass()).toEqual(["I7"]);
  expect(await rulesOf(), "a rule that is broken is asked of all rows").toEqual(["I7"]);
  await mendOrder(orderId);
  expect(await rulesOf()).toEqual([]);
  expect(await alerts()).toEqual([]);
});

test("a slice that can't be checked holds up no other, and the doctor says when all of them were", async () => {
  const { orderId } = await sell(store);
  await spoilOrder(orderId);
  expect(await pass()).toEqual(["missed"]);
  expect(await loadPass(store.shop.db)).toEqual({ next: 0, missed: 0, missedBefore: 1, wholeAt: null });
  expect(logged("books.slice_missed")).toHaveLength(1);
  await unspoilOrder(orderId);
  const report = async () => reportText(await examineShop(store.shop));
  expect(await report()).toMatch(/! The running shop has not yet checked the whole .*\n {4}1 of 256 slices/);
  expect(await pass()).toEqual([]);
  expect(await report()).toContain(
    `✓ The running shop had checked the whole of its books at ${nowOf(store.shop).toISOString()}`,
  );
});

test("a slice whose broken rule can't be written down is a missed one", async () => {
  const { orderId } = await sell(store);
  await breakOrder(orderId);
  await run(sql`alter table payment_alerts add constraint full_disk check (reason <> 'broken_rule')`);
  // Orders of tests are of the first slice.
  await expect(checkSlice(store.shop)).rejects.toThrow("full_disk");
  await run(sql`alter table payment_alerts drop constraint full_disk`);
  expect(await loadPass(store.shop.db)).toMatchObject({ next: 1, missed: 1 });
});

test("when a missed slice can't even be noted, the round fails, and no failure goes unheard", async () => {
  await run(sql`alter table shop_facts add constraint full_disk check (name <> 'books.pass')`);
  await expect(checkSlice(store.shop)).rejects.toThrow("full_disk");
  await run(sql`alter table shop_facts drop constraint full_disk`);
});

describe("the alert of a broken rule", () => {
  test("closes when the rule holds, also when the clock was set back", async () => {
    const { orderId } = await sell(store);
    await breakOrder(orderId);
    expect(await rulesOf()).toEqual(["I7"]);
    store.clock.advance(-HOUR_MS);
    await mendOrder(orderId);
    expect(await rulesOf()).toEqual([]);
    expect(await alerts()).toEqual([]);
  });

  test("stays when somebody saw the rule broken while the round looked", async () => {
    const rules = ["rule:I4", "rule:I7"].map((key) => ({ key, problem: "broken" }));
    await recordBrokenRules(store.shop, rules);
    const open = await listBrokenRules(store.shop);
    store.clock.advance(-HOUR_MS);
    await recordBrokenRules(store.shop, rules.slice(1));
    await closeMendedRules(store.shop, open);
    expect(await alerts()).toEqual(["rule:I7"]);
  });

  test("stays when it was opened while the round looked", async () => {
    const rules = [{ key: "rule:I7:provider", problem: "broken" }];
    const shop = listing(() => recordBrokenRules(store.shop, rules));
    store.clock.advance(-HOUR_MS);
    await checkBooks(shop, { span: "month" });
    expect(await alerts()).toEqual(["rule:I7:provider"]);
    await checkBooks(store.shop, { span: "month" });
    expect(await alerts()).toEqual([]);
  });

  test("is not closed by hand: the rounds would stop asking the rule of what is old", async () => {
    const { orderId } = await sell(store);
    await settle();
    await breakOrder(orderId);
    await queueMail(orderId);
    expect(await rulesOf()).toEqual(["I7"]);
    const close = () => closeAlert(store.shop, { id: "rule:I7", actor: OWNER, note: "seen" });
    expect(await close()).toEqual({ ok: false, reason: "still_broken" });
    expect(await resolvePaymentAlert(store.shop, { key: "rule:I7", note: "seen", actor: OWNER })).toBe(false);
    for (let round = 0; round < 3; round += 1) expect(await rulesOf()).toEqual(["I7"]);
    await mendOrder(orderId);
    expect(await rulesOf()).toEqual([]);
    expect(await close()).toEqual({ ok: false, reason: "not_found" });
  });
});
