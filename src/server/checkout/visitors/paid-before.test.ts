import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failingStatements } from "#test/database/failing-statements.ts";
import { recordStatements } from "#test/database/statements.ts";
import { pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { type RunningApp, startApp } from "#test/shop/running-app.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { paidBeforeCookie } from "./paid-before.ts";

const PRICE = 3_200;

const store = sharedShop();
let app: RunningApp;
let cookie: string;
let cap: string;
let asked = 0;
beforeAll(async () => {
  app = await startApp(store.shop, async () => new Response("a page"));
  cap = await addProduct(store.shop, { stock: { "": 50 } });
  const { orderId } = await sell(store);
  cookie = paidBeforeCookie(store.shop, orderId).split(";")[0] ?? "";
});
afterAll(() => app.stop());

async function checkOut({ origin } = app): Promise<number> {
  asked += 1;
  const answer = await fetch(`${origin}/functions/v1/create-payment-intent`, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({
      amount: PRICE + 599,
      idempotency_key: `paid-before-${asked}`,
      order_id: countedUuid(7_000_000 + asked),
      cart_items: [{ product_id: cap, quantity: 1 }],
      shipping_details: pat,
    }),
  });
  return answer.status;
}

test("[TR-4] a checkout asks once whether its browser has paid here before, and fails if that can't be read", async () => {
  const recording = recordStatements(store.shop.pool);
  expect(await checkOut()).toBe(200);
  recording.stop();
  const looks = recording.asked.filter((statement) => /^select "id" from "orders"/.test(statement));
  expect(looks).toHaveLength(1);
  await sql`alter table orders rename to orders_away`.execute(store.shop.db);
  expect(await checkOut()).toBe(500);
  await sql`alter table orders_away rename to orders`.execute(store.shop.db);
  expect(await checkOut()).toBe(200);
});

test("[TR-4] a checkout continues when the first read of its browser's order was interrupted", async () => {
  let looks = 0;
  const db = failingStatements(store.shop, (text) => {
    if (!text.startsWith('select "id" from "orders"')) return null;
    looks += 1;
    return looks === 1 ? new Error("Connection terminated unexpectedly") : null;
  });
  const other = await startApp({ ...store.shop, db }, async () => new Response("a page"));
  expect(await checkOut(other)).toBe(200);
  expect(looks).toBe(2);
  await other.stop();
});
