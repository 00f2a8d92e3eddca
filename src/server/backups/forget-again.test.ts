import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor, pat } from "#test/people.ts";
import { sell } from "#test/sales.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { findCustomerByEmail } from "../customers/find-customer.ts";
import { forgetEmail } from "../customers/forget-customer.ts";
import { fulfillOrder } from "../orders/parcels/fulfill-order.ts";
import { findPrivacyPage } from "../privacy/privacy-queries.ts";
import { keepForgotten } from "./forget-again.ts";

const HOUR_MS = 60 * 60_000;
const kim = { ...pat, name: "Kim Example", email: "kim@example.com" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-forgotten-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LIST_OF_ONE = /^# secret [\w-]{43}\n[\w-]{43}\n$/;
const list = () => readFileSync(path.join(folder, "backups", "forgotten.txt"), "utf8");

/** A shop in this folder, with an order of Kim. */
async function shopWithKim(): Promise<TestShop> {
  const store = await createTestShop({ env: { DATA_DIR: folder } });
  await sell(store, { change: { shipping: kim } });
  return store;
}

/** The same with an order of Pat, too. Answers hers. */
async function shopWithPat(): Promise<{ store: TestShop; orderId: string }> {
  const store = await shopWithKim();
  return { store, orderId: (await sell(store, { change: { shipping: pat } })).orderId };
}

async function deliver({ shop }: TestShop, orderId: string): Promise<void> {
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z" } as const;
  await fulfillOrder(shop, { orderId, actor, step });
  await fulfillOrder(shop, { orderId, actor, step: { to: "delivered" } });
}

/** Pat is forgotten, and the folder knows it. */
async function forgetPat(): Promise<void> {
  const { store, orderId } = await shopWithPat();
  await deliver(store, orderId);
  expect(await forgetEmail(store.shop, { email: pat.email, actor })).toMatchObject({ ok: true });
  await keepForgotten(store.shop);
  await store.close();
}

/** Pat buys, nothing is open, and the shop starts again. Whether it still knows her then. */
async function buyAndRestart(store: TestShop, shop = store.shop): Promise<boolean> {
  await deliver(store, (await sell(store, { change: { shipping: pat } })).orderId);
  await keepForgotten({ ...shop });
  return (await findCustomerByEmail(shop, { email: pat.email })) !== null;
}

/** As after an exchange of SHOP_SECRET. */
const exchanged = ({ shop }: TestShop) => {
  const { orderLinks } = shop.keys;
  return {
    ...shop,
    keys: { ...shop.keys, orderLinks: { current: "n".repeat(43), old: [orderLinks.current] } },
  };
};

test("[PE-2] who was forgotten and came back with a backup is forgotten again, once nothing is open", async () => {
  const first = await shopWithPat();
  await keepForgotten(first.store.shop);
  await deliver(first.store, first.orderId);
  expect(await forgetEmail(first.store.shop, { email: pat.email, actor })).toMatchObject({ ok: true });
  await keepForgotten(first.store.shop);
  expect(list()).toMatch(LIST_OF_ONE);
  await first.store.close();

  // The database of before in the same folder: her order was not shipped yet.
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

  // She buys again, and that is not undone.
  await deliver(store, (await sell(store, { change: { shipping: pat } })).orderId);
  store.clock.advance(2 * HOUR_MS);
  await keepForgotten(shop);
  expect(await findCustomerByEmail(shop, { email: pat.email })).not.toBeNull();
  await store.close();
});

test("[PE-2] who was forgotten, is not in the restored backup, and buys again is not forgotten at a later start", async () => {
  await forgetPat();
  const store = await shopWithKim();
  await keepForgotten(store.shop);
  expect(await buyAndRestart(store)).toBe(true);
  expect(list()).toMatch(LIST_OF_ONE);
  await store.close();
});

test("[PE-2] who was forgotten under an exchanged secret is forgotten again once, not at each start", async () => {
  await forgetPat();
  const store = await shopWithKim();
  const shop = exchanged(store);
  expect(await buyAndRestart(store, shop)).toBe(false);
  expect(await buyAndRestart(store, shop)).toBe(true);
  await store.close();
});

test("[PE-2] who was forgotten in the restored shop before it looked is not forgotten again for buying later", async () => {
  await forgetPat();
  const { store, orderId } = await shopWithPat();
  const shop = exchanged(store);
  await deliver(store, orderId);
  expect(await forgetEmail(shop, { email: pat.email, actor })).toMatchObject({ ok: true });
  expect(await buyAndRestart(store, shop)).toBe(true);
  await store.close();
});

test("[PE-2] a start with another secret settles nothing: with the right one, who came back is forgotten", async () => {
  await forgetPat();
  const before = list();
  const { store, orderId } = await shopWithPat();
  const { keys } = store.shop;
  await keepForgotten({
    ...store.shop,
    keys: { ...keys, orderLinks: { current: "another".repeat(7), old: [] } },
  });
  expect(list()).toBe(before);
  await deliver(store, orderId);
  await keepForgotten({ ...store.shop });
  expect(await findCustomerByEmail(store.shop, { email: pat.email })).toBeNull();
  await store.close();
});
