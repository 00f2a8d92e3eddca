// Workers that lease at the same moment, and transactions that count the same.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "#test/database/empty-database.ts";
import { openOwnDatabase, whileNobodyWaits, whileOneWaits } from "#test/database/two-transactions.ts";
import { notifyLine } from "../inbox/restock/queries.ts";
import type { Database } from "./database.ts";
import type { Tx } from "./transaction.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database.pool));

type Claim = (tx: Tx) => Promise<string[]>;
const idsOf =
  (claim: string): Claim =>
  async (tx) => {
    const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.raw(claim)}`.execute(tx);
    return rows.map(({ id }) => id);
  };

const MAILS = (attempts: number) =>
  `insert into outbox (kind, unique_key, created_at, next_at, attempts)
    select 'a mail', n::text, now(), now(), ${attempts} from generate_series(1, 2) n`;
const claimEmail = idsOf("claim_mails(1, 1, '{}', now(), '1 minute', gen_random_uuid())");

test.each<[string, string, Claim]>([
  ["mails", MAILS(0), claimEmail],
  ["emails that were tried before", MAILS(1), claimEmail],
  [
    "steps of jobs",
    "insert into jobs (kind, key, run_at) select 'avif', n::text, now() from generate_series(1, 2) n",
    idsOf("claim_job('avif', now(), '1 minute', gen_random_uuid(), 5)"),
  ],
  [
    "calls to the provider",
    `insert into payment_operations (id, kind, key, params, next_at, created_at, updated_at)
      select gen_random_uuid(), 'cancel', n::text, '{}', now(), now(), now() from generate_series(1, 2) n`,
    idsOf("claim_operations('{cancel}', 1, now(), '1 minute')"),
  ],
])("two workers lease %s at the same moment: neither waits, each gets its own", async (_, due, claim) => {
  await database.pool.query(due);
  const first: string[] = [];
  const second = await whileNobodyWaits(database, {
    holds: async (tx) => first.push(...(await claim(tx))),
    works: claim,
  });
  expect(new Set([...first, ...second]).size).toBe(2);
});

const PRODUCTS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const;

test("a sale that is not due does not start, so nothing waits for an edit of its product", async () => {
  await database.pool.query(
    `insert into products (id, name, price, category, sale_price, sale_starts_at, sale_is_on)
      values ($1, 'A product', 100, 'Hats', 90, '2099-01-01T00:00', false)`,
    [PRODUCTS[0]],
  );
  const turned = await whileNobodyWaits(database, {
    holds: (tx) => sql`select from products for update`.execute(tx),
    works: async (tx) => (await sql`select turn_sales(now()) as turned`.execute(tx)).rows,
  });
  expect(turned).toEqual([{ turned: 0 }]);
});

test("[CH-5] notifying shoppers of a restock waits for another worker, and notifies no more shoppers than units", async () => {
  const [productId] = PRODUCTS;
  const variantId = productId;
  await sql`insert into products (id, name, price, category) values (${productId}, 'A product', 100, 'Hats')`.execute(
    database.db,
  );
  await sql`insert into inventory (id, product_id, on_hand) values (${variantId}, ${productId}, 1)`.execute(
    database.db,
  );
  await sql`
    insert into restock_requests (id, variant_id, email, asked_at, confirmed_at)
    select gen_random_uuid(), ${variantId}, email, now(), now()
    from unnest('{ann@example.com,bob@example.com}'::text[]) email`.execute(database.db);
  const now = new Date();
  const turnSince = new Date(now.getTime() - 1_000);
  const line = { variantId, most: 5, turnSince, now };
  const told = await whileOneWaits(database, {
    holds: (tx) => notifyLine(tx, line),
    works: () => notifyLine(database.db, line),
  });
  expect(told).toBe(0);
});
