import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { findCustomerByEmail } from "../../customers/find-customer.ts";
import { forgetEmail } from "../../customers/forget-customer.ts";
import { findPrivacyPage } from "../../customers/privacy/privacy-queries.ts";
import { fulfillOrder } from "../../orders/shipments/fulfill-order.ts";
import { listAuditLog } from "../../settings/audit/list-audit-log.ts";
import { keepForgotten } from "./forget-again.ts";
import { runBackups } from "./run-backups.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const kim = { ...pat, name: "Kim Example", email: "kim@example.com" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-forgotten-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LIST_OF_ONE = /^# Erased customers.*\n[\w-]{43} [\d:.TZ-]{24}\n$/;
const file = () => path.join(folder, "backups", "forgotten.txt");
const list = () => readFileSync(file(), "utf8");

/** A shop in this folder, with an order of Kim. */
async function shopWithKim(): Promise<TestShop> {
  const store = await createTestShop({ env: { DATA_DIR: folder } });
  await sell(store, { change: { shipping: kim } });
  return store;
}

/** The same with an order of Pat's. Returns that order. */
async function shopWithPat(): Promise<{ store: TestShop; orderId: string }> {
  const store = await shopWithKim();
  return { store, orderId: (await sell(store, { change: { shipping: pat } })).orderId };
}

async function deliver({ shop }: TestShop, orderId: string): Promise<void> {
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z" } as const;
  await fulfillOrder(shop, { orderId, actor, step });
  await fulfillOrder(shop, { orderId, actor, step: { to: "delivered" } });
}

const forget = async ({ shop }: TestShop) =>
  expect(await forgetEmail(shop, { email: pat.email, actor })).toMatchObject({ ok: true });

const knowsPat = async ({ shop }: TestShop) =>
  (await findCustomerByEmail(shop, { email: pat.email })) !== null;

/** Pat buys, and nothing of it is open. */
async function buy(store: TestShop): Promise<void> {
  await deliver(store, (await sell(store, { change: { shipping: pat } })).orderId);
}

/** Pat's data is erased, and the folder's list has the erasure. `aheadMs`: how far the clock is ahead then. */
async function forgetPat({ aheadMs = 0 } = {}): Promise<void> {
  const { store, orderId } = await shopWithPat();
  await deliver(store, orderId);
  store.clock.advance(aheadMs);
  await forget(store);
  await keepForgotten(store.shop);
  await store.close();
}

/** Pat buys, nothing is open, and the shop restarts. Whether it still knows the customer then. */
async function buyAndRestart(store: TestShop, shop = store.shop): Promise<boolean> {
  await buy(store);
  await keepForgotten({ ...shop });
  return knowsPat(store);
}

/** As after a change of SHOP_SECRET. */
const exchanged = ({ shop }: TestShop) => ({
  ...shop,
  keys: { ...shop.keys, orderLinks: { current: "n".repeat(43), old: [shop.keys.orderLinks.current] } },
});

test("[PE-2] a customer who was erased and came back with a backup is erased again once nothing is open", async () => {
  const first = await shopWithPat();
  await keepForgotten(first.store.shop);
  await deliver(first.store, first.orderId);
  expect(await forgetEmail(first.store.shop, { email: pat.email, actor })).toMatchObject({ ok: true });
  await keepForgotten(first.store.shop);
  expect(list()).toMatch(LIST_OF_ONE);
  await first.store.close();

  // The earlier database in the same folder: the order had not shipped yet.
  const { store, orderId } = await shopWithPat();
  const { shop } = store;
  await keepForgotten(shop);
  expect(await findCustomerByEmail(shop, { email: pat.email })).not.toBeNull();
  await deliver(store, orderId);
  await keepForgotten(shop);
  expect(await findCustomerByEmail(shop, { email: pat.email })).not.toBeNull();
  store.clock.advance(HOUR_MS);
  await keepForgotten(shop);
  expect(await findCustomerByEmail(shop, { email: pat.email })).toBeNull();
  expect(await findCustomerByEmail(shop, { email: kim.email })).not.toBeNull();
  expect((await findPrivacyPage(shop.db, 5)).entries).toMatchObject([{ actor: "after a restore" }]);
  expect(list()).toMatch(LIST_OF_ONE);

  // Another purchase is not undone.
  await deliver(store, (await sell(store, { change: { shipping: pat } })).orderId);
  store.clock.advance(2 * HOUR_MS);
  await keepForgotten(shop);
  expect(await findCustomerByEmail(shop, { email: pat.email })).not.toBeNull();
  await store.close();
});

test("[PE-2] a customer who was erased, is not in the restored backup, and buys again is not erased at a later start", async () => {
  await forgetPat();
  const store = await shopWithKim();
  await keepForgotten(store.shop);
  expect(await buyAndRestart(store)).toBe(true);
  expect(list()).toMatch(LIST_OF_ONE);
  await store.close();
});

test("[PE-2] a customer who was erased under an earlier secret is erased again once, not at each start", async () => {
  await forgetPat();
  const store = await shopWithKim();
  const shop = exchanged(store);
  expect(await buyAndRestart(store, shop)).toBe(false);
  expect(await buyAndRestart(store, shop)).toBe(true);
  await store.close();
});

test("[PE-2] a customer who was erased twice is erased again when a backup from in between is restored", async () => {
  const { store: first, orderId } = await shopWithPat();
  await deliver(first, orderId);
  await forget(first);
  await keepForgotten(first.shop);
  first.clock.advance(60 * DAY_MS);
  await buy(first);
  await forget(first);
  await keepForgotten(first.shop);
  expect(list()).toMatch(LIST_OF_ONE);
  await first.close();

  // This database's log has the erasure, and the customer has bought since.
  const { store, orderId: before } = await shopWithPat();
  await deliver(store, before);
  await forget(store);
  await buy(store);
  store.clock.advance(90 * DAY_MS);
  await keepForgotten(store.shop);
  expect(await knowsPat(store)).toBe(false);
  expect(await buyAndRestart(store)).toBe(true);
  await store.close();
});

test("[PE-2] a customer who was erased while the clock was ahead is erased again once, and may buy before it has caught up", async () => {
  await forgetPat({ aheadMs: 365 * DAY_MS });
  const { store, orderId } = await shopWithPat();
  await deliver(store, orderId);
  await keepForgotten(store.shop);
  expect(await knowsPat(store)).toBe(false);
  expect(await buyAndRestart(store)).toBe(true);
  const { entries } = await listAuditLog(store.shop, { kind: "orders", before: null });
  const shown = JSON.stringify([entries, await findPrivacyPage(store.shop.db, 5)]);
  expect(shown).toContain("after a restore");
  expect(shown).not.toContain("asOf");
  await store.close();
});

test("[PE-2] the list has an erased customer within minutes, and again after the list was lost", async () => {
  const { store, orderId } = await shopWithPat();
  const look = async () => {
    store.clock.advance(5 * 60_000);
    await runBackups(store.shop, new AbortController().signal);
  };
  await look();
  await deliver(store, orderId);
  await forget(store);
  await look();
  expect(list()).toMatch(LIST_OF_ONE);
  rmSync(file());
  await look();
  expect(list()).toMatch(LIST_OF_ONE);
  await store.close();
});
