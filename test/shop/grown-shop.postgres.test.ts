import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#server/db/database.ts";
import { checkInvariants } from "#server/reconciliation/invariants.ts";
import { openOwnDatabase } from "#test/database/two-transactions.ts";
import { fillShop } from "../../programs/bench/full-shop/fill-shop.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());

test("the rules of the books hold in a large shop", async () => {
  const { db } = database;
  await fillShop(db, { products: 100, orders: 1_000, today: new Date("2026-06-01T12:00:00Z"), days: 60 });
  const { rows } = await sql`select (select count(*)::integer from products) as products,
    (select count(*)::integer from orders) as orders, (select count(*)::integer from discount_uses) as uses`.execute(
    db,
  );
  expect(rows).toEqual([{ products: 100, orders: 1_000, uses: 100 }]);
  const { rows: written } = await sql<{
    state: string;
  }>`select distinct 'review ' || state as state from reviews
    union all select distinct 'return ' || state from return_requests order by 1`.execute(db);
  expect(written.map(({ state }) => state)).toEqual([
    "return approved",
    "return closed",
    "return declined",
    "return received",
    "return requested",
    "review hidden",
    "review pending",
    "review shown",
  ]);
  expect(await checkInvariants(database, { atRest: true })).toEqual([]);
});
