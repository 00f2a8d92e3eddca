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

const list = () => readFileSync(path.join(folder, "backups", "forgotten.txt"), "utf8");

/** A shop in this folder, with an order of Pat and one of Kim. Answers Pat's. */
async function shopWithPat(): Promise<{ store: TestShop; orderId: string }> {
  const store = await createTestShop({ env: { DATA_DIR: folder } });
  await sell(store, { change: { shipping: kim } });
  return { store, orderId: (await sell(store, { change: { shipping: pat } })).orderId };
}

async function deliver({ shop }: TestShop, orderId: string): Promise<void> {
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z" } as const;
  await fulfillOrder(shop, { orderId, actor, step });
  await fulfillOrder(shop, { orderId, actor, step: { to: "delivered" } });
}

test("[PE-2] who was forgotten and came back with a backup is forgotten again, once nothing is open", async () => {
  const first = await shopWithPat();
  await keepForgotten(first.store.shop);
  await deliver(first.store, first.orderId);
  expect(await forgetEmail(first.store.shop, { email: pat.email, actor })).toMatchObject({ ok: true });
  await keepForgotten(first.store.shop);
  expect(list()).toMatch(/^[\w-]{43}\n$/);
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
  expect(list()).toMatch(/^[\w-]{43}\n$/);

  // She buys again, and that is not undone.
  await deliver(store, (await sell(store, { change: { shipping: pat } })).orderId);
  store.clock.advance(2 * HOUR_MS);
  await keepForgotten(shop);
  expect(await findCustomerByEmail(shop, { email: pat.email })).not.toBeNull();
  await store.close();
});
