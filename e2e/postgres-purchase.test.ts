// The same sale with DATABASE_URL: a first start on an empty PostgreSQL database, a purchase, and the owner
// who signs in with the password that this start told. And what the back office says when its database can't
// answer, which needs a database that can be taken away from under a shop.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, type PostgresServer, startPostgres } from "#test/postgres.ts";
import { enterBackOffice } from "./back-office.ts";
import { browserForTests, eventually } from "./browser.ts";
import {
  addCap,
  addShirt,
  CAP,
  CARDS,
  confirmation,
  fillShipping,
  openOrderOf,
  payWith,
  signIn,
} from "./journey.ts";
import { placeOrder, productIdOf, statusOf, tryCheckout } from "./place-order.ts";
import { type RunningShop, startShop } from "./shop-process.ts";

let postgres: PostgresServer;
let shop: RunningShop;
const browser = browserForTests();

/** How many owners there were when the shop said for the first time that it is ready. */
let owners: Promise<number>;

beforeAll(async () => {
  postgres = await startPostgres();
  const port = await freePort();
  owners = countOwnersWhenReady(port);
  shop = await startShop({ port, databaseUrl: postgres.url("postgres") });
});

async function countOwnersWhenReady(port: number): Promise<number> {
  const ask = () => fetch(`http://localhost:${port}/readyz`).catch(() => null);
  while (!(await ask())?.ok) await new Promise((resolve) => setTimeout(resolve, 5));
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  const { rows } = await client.query<{ owners: number }>(
    "select count(*)::int as owners from account where password is not null",
  );
  await client.end();
  return rows[0]?.owners ?? 0;
}

test("a shop that says it is ready has an owner, from its first moment", async () => {
  expect(await owners).toBe(1);
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

/** While `work` runs, the database lacks this table. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  try {
    await client.query(`alter table ${table} rename to taken_away`);
    await work();
  } finally {
    await client.query(`alter table taken_away rename to ${table}`);
    await client.end();
  }
}

test("[AD-3] [AO-1] [OD-1] a page whose data can't be read says so, and 'Try Again' loads it anew", async () => {
  await placeOrder(shop, { name: "Olive Order", email: "olive.order@example.com" });
  await browser.visit("owner without data", { expected: [/500/] }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await withoutTable("order_figures", async () => {
      await page.goto(`${shop.url}/admin/orders`);
      await page.getByText("Failed to load orders").waitFor();
      await page.goto(`${shop.url}/admin/dashboard?days=7`);
      await page.getByText("Failed to load dashboard data. Please try again.").waitFor();
    });
    await page.getByRole("link", { name: "Try Again" }).click();
    await page.getByRole("heading", { name: "Recent Orders" }).waitFor();
    expect(page.url()).toBe(`${shop.url}/admin/dashboard?days=7`);
    await withoutTable("refunds", async () => {
      await page.getByRole("link", { name: /^ORD-/ }).first().click();
      await page.getByText("Failed to load order details").waitFor();
    });
    await page.getByRole("link", { name: "Try Again" }).click();
    await page.getByRole("heading", { name: "Order Items" }).waitFor();
  });
});

/** How long the database is away: a minute with FAULT_SECONDS=60. */
const AWAY_MS = Number(process.env.FAULT_SECONDS ?? 3) * 1_000;

test("a database that goes away while people shop: pages come from memory, the checkout says so, all recovers", async () => {
  const pages = ["/", "/shop", "/about", "/contact"];
  const buyer = { name: "Fay Fault", email: "fay.fault@example.com" };
  const productId = await productIdOf(shop, CAP.name);
  for (const page of pages) expect(await statusOf(shop, page)).toBe(200);

  // Shoppers are in the middle of a transaction when the server dies.
  const cut = Promise.all(Array.from({ length: 20 }, () => tryCheckout(shop, productId)));
  await postgres.crash();
  for (const { status } of await cut) expect([200, 503]).toContain(status);
  const until = performance.now() + AWAY_MS;
  do {
    for (const page of pages) expect(await statusOf(shop, page), page).toBe(200);
    const refused = await tryCheckout(shop, productId);
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect(refused.body.error?.message).toContain("try again");
    await eventually(async () => expect(await statusOf(shop, "/readyz")).toBe(503));
    expect(await statusOf(shop, "/healthz")).toBe(200);
  } while (performance.now() < until);

  await postgres.restart();
  await eventually(async () => expect(await statusOf(shop, "/readyz")).toBe(200));
  await placeOrder(shop, buyer);
});
