// A shop on PostgreSQL sells: its first start on a database without an owner, a sale, the back office when its data
// can't be read, a database outage, and a stop under load.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterBackOffice } from "#test/browser/back-office.ts";
import { browserForTests, eventually } from "#test/browser/browser.ts";
import { CAP, openOrderOf } from "#test/browser/journey.ts";
import { placeOrder, productIdOf, statusOf, tryCheckout } from "#test/browser/place-order.ts";
import { startLoad } from "#test/browser/pressing-shoppers.ts";
import { type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { fillShelf } from "#test/browser/two-copies.ts";
import { freePort, type PostgresServer, startPostgres } from "#test/servers/postgres.ts";

const SHOPPERS = 5;
/** How long the database is down: a minute with FAULT_SECONDS=60. */
const AWAY_MS = Number(process.env.FAULT_SECONDS ?? 1) * 1_000;
const customer = { name: "Sam Server", email: "sam.server@example.com" };

let postgres: PostgresServer;
let client: pg.Client;
let shop: RunningShop;
/** How many owners there were when the shop first reported that it is ready. */
let owners: Promise<number>;
const browser = browserForTests();

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = postgres.url("postgres");
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await fillShelf(databaseUrl, pool);
  await pool.end();
  client = new pg.Client({ connectionString: databaseUrl });
  // The server dies in the middle of the tests.
  client.on("error", () => {});
  await client.connect();
  const port = await freePort();
  owners = countOwnersWhenReady(port);
  shop = await startShop({ port, databaseUrl });
});
afterAll(async () => {
  await client?.end().catch(() => {});
  await shop?.stop();
  await postgres?.stop();
});

async function countOwnersWhenReady(port: number): Promise<number> {
  const ask = () => fetch(`http://localhost:${port}/readyz`).catch(() => null);
  while (!(await ask())?.ok) await new Promise((resolve) => setTimeout(resolve, 5));
  const { rows } = await client.query<{ owners: number }>(
    "select count(*)::int as owners from account where password is not null",
  );
  return rows[0]?.owners ?? 0;
}

/** While `work` runs, this table is missing from the database. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await client.query(`alter table ${table} rename to taken_away`);
  try {
    await work();
  } finally {
    await client.query(`alter table taken_away rename to ${table}`);
  }
}

test("a shop that reports ready has an owner", async () => {
  expect(await owners).toBe(1);
});

test("[PY-4] [AD-3] [AO-1] [OD-1] the owner sees the sale; a page whose data can't be read says so, and 'Try Again' loads it", async () => {
  expect(shop.output()).toContain('"database":"postgres"');
  await placeOrder(shop, customer);
  await browser.visit("owner on postgres", { expected: [/500/] }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openOrderOf(page, shop, customer);
    expect(await page.getByRole("main").innerText()).toContain("$33.99");
    await withoutTable("orders", async () => {
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

test("during a database outage pages come from memory, the checkout reports it, and everything recovers", async () => {
  const pages = ["/", "/shop", "/about", "/contact"];
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
  await placeOrder(shop, { name: "Fay Fault", email: "fay.fault@example.com" });
});

test("a shop that is stopped under load answers every accepted request, and exits with code 0", async () => {
  const load = startLoad(shop, SHOPPERS);
  await expect.poll(load.answered).toBeGreaterThan(50);
  const code = await shop.stop();
  await load.over;
  expect({ code, dropped: load.dropped }).toEqual({ code: 0, dropped: [] });
});
