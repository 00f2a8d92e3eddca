// The same sale with DATABASE_URL: a first start on an empty PostgreSQL database, a purchase, and the owner
// who signs in with the password that this start told.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../test/postgres.ts";
import { browserForTests } from "./browser.ts";
import {
  addCap,
  addShirt,
  CARDS,
  confirmation,
  fillShipping,
  openOrderOf,
  payWith,
  signIn,
} from "./journey.ts";
import { type RunningShop, startShop } from "./shop-process.ts";

let postgres: PostgresServer;
let shop: RunningShop;
const browser = browserForTests();

beforeAll(async () => {
  postgres = await startPostgres();
  shop = await startShop({ databaseUrl: postgres.url("postgres") });
});

afterAll(async () => {
  await shop?.stop();
  await postgres?.stop();
});

test("[PY-4] a shop on PostgreSQL sells a cap and a shirt, and the owner sees the sale", async () => {
  const customer = { name: "Sam Server", email: "sam.server@example.com" };
  expect(shop.output()).toContain('"database":"postgres"');
  await browser.visit("purchase postgres", {}, async ({ page }) => {
    await addCap(page, shop.url);
    await addShirt(page);
    await fillShipping(page, customer);
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
  });
  await browser.visit("owner postgres", {}, async ({ page }) => {
    await signIn(page, shop);
    await openOrderOf(page, shop, customer);
    expect(await page.getByRole("main").innerText()).toContain("$105.99");
  });
});
