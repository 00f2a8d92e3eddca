import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { listAuditLog } from "../audit/list-audit-log.ts";
import { findCustomerByEmail } from "../customers/find-customer.ts";
import { forgetEmail } from "../customers/forget-customer.ts";
import { listForgotten } from "../customers/forget-queries.ts";
import { fulfillOrder } from "../orders/parcels/fulfill-order.ts";
import { findPrivacyPage } from "../privacy/privacy-queries.ts";
import { keepForgotten } from "./forget-again.ts";
import { BACKUPS_EVERY_MS, runBackups } from "./run-backups.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const kim = { ...pat, name: "Kim Example", email: "kim@example.com" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-forgotten-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LIST_OF_ONE = /^# Who was forgotten.*\n([\w-]{43}) ([\w-]{43}) [\d:.TZ-]{24}\n$/;
const file = () => path.join(folder, "backups", "forgotten.txt");
const list = () => readFileSync(file(), "utf8");

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

const forget = async ({ shop }: TestShop) =>
  expect(await forgetEmail(shop, { email: pat.email, actor })).toMatchObject({ ok: true });

const knowsPat = async ({ shop }: TestShop) =>
  (await findCustomerByEmail(shop, { email: pat.email })) !== null;

/** Pat buys, and nothing is open of it. */
async function buy(store: TestShop): Promise<void> {
  await deliver(store, (await sell(store, { change: { shipping: pat } })).orderId);
}

/** Pat is forgotten, and the folder knows it. `aheadMs`: of the clock meanwhile. */
async function forgetPat({ aheadMs = 0 } = {}): Promise<void> {
  const { store, orderId } = await shopWithPat();
  await deliver(store, orderId);
  store.clock.advance(aheadMs);
  await forget(store);
  await keepForgotten(store.shop);
  await store.close();
}

/** Pat buys, nothing is open, and the shop starts again. Whether it still knows her then. */
async function buyAndRestart(store: TestShop, shop = store.shop): Promise<boolean> {
  await buy(store);
  await keepForgotten({ ...shop });
  return knowsPat(store);
}

/** As after an exchange of SHOP_SECRET; `old`: the secrets that are accepted still. */
const exchanged = ({ shop }: TestShop, old = [shop.keys.orderLinks.current]) => ({
  ...shop,
  keys: { ...shop.keys, orderLinks: { current: "n".repeat(43), old } },
});

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

test("[PE-2] who was forgotten twice is forgotten again when a backup from between is restored", async () => {
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

  // The log of this database has that she was forgotten, and she has bought since.
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

test.each(["kept", "lost meanwhile"])(
  "[PE-2] once the secret that a hash was made with is known no longer, nobody is settled by it, with a list that was %s",
  async (how) => {
    const { store: first, orderId } = await shopWithPat();
    await deliver(first, orderId);
    await forget(first);
    await keepForgotten(first.shop);
    if (how !== "kept") rmSync(file());
    await keepForgotten(exchanged(first));
    await first.close();

    const { store, orderId: again } = await shopWithPat();
    await deliver(store, again);
    const before = list();
    await keepForgotten(exchanged(store, []));
    expect((await listForgotten(store.shop.db)).log.size).toBe(0);
    expect(list()).toBe(before);
    await keepForgotten(exchanged(store));
    expect(await knowsPat(store)).toBe(false);
    await store.close();
  },
);

test("[PE-2] who was forgotten while the clock was ahead is forgotten again once, and may buy before it has caught up", async () => {
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

test.each(["that says which secret made it", "that does not"])(
  "[PE-2] a list of the older form %s is read, and written in the present one",
  async (which) => {
    await forgetPat();
    const [, person, mark] = LIST_OF_ONE.exec(list()) ?? [];
    writeFileSync(file(), which === "that does not" ? `${person}\n` : `# secret ${mark}\n${person}\n`);
    const { store, orderId } = await shopWithPat();
    await deliver(store, orderId);
    await keepForgotten(store.shop);
    expect(await knowsPat(store)).toBe(false);
    expect(await buyAndRestart(store)).toBe(true);
    expect(LIST_OF_ONE.exec(list())?.slice(1)).toEqual([person, mark]);
    await store.close();
  },
);

test("[PE-2] the list has who was forgotten at the next look at the backups, and is not written again at each", async () => {
  const { store, orderId } = await shopWithPat();
  await deliver(store, orderId);
  const round = async () => {
    store.clock.advance(BACKUPS_EVERY_MS);
    await runBackups(store.shop, new AbortController().signal);
  };
  await round();
  await forget(store);
  await round();
  expect(list()).toMatch(LIST_OF_ONE);
  rmSync(file());
  await round();
  expect(existsSync(file())).toBe(false);
  await store.close();
});
