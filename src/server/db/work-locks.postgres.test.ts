// Workers that lease at the same moment, and transactions that count the same.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "#test/database/empty-database.ts";
import { openOwnDatabase, whileNobodyWaits, whileOneWaits } from "#test/database/two-transactions.ts";
import { claimPicture } from "../pictures/avif-queries.ts";
import { tellLine } from "../restock/queries.ts";
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
const claimMail = idsOf("claim_mails(1, 1, '{}', now(), '1 minute', gen_random_uuid())");

test.each<[string, string, Claim]>([
  ["mails", MAILS(0), claimMail],
  ["mails that were tried before", MAILS(1), claimMail],
  [
    "steps of jobs",
    `insert into jobs (id, kind, requested_by, created_at, run_at)
      select gen_random_uuid(), 'job ' || n, 'owner', now(), now() from generate_series(1, 2) n`,
    idsOf("claim_job(now(), '1 minute', gen_random_uuid(), 5)"),
  ],
  [
    "calls to the provider",
    `insert into payment_operations (id, kind, key, params, next_at, created_at, updated_at)
      select gen_random_uuid(), 'cancel', n::text, '{}', now(), now(), now() from generate_series(1, 2) n`,
    idsOf("claim_operations('{cancel}', 1, now(), '1 minute')"),
  ],
  [
    "pictures",
    "insert into avif_pictures (url) values ('/one.webp'), ('/two.webp')",
    async (tx) => {
      const lockedUntil = new Date(Date.now() + 60_000);
      const claimed = await claimPicture(tx, { now: new Date(), lockedUntil });
      return claimed ? [claimed.url] : [];
    },
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
const sellFresh = () =>
  database.pool.query(
    `insert into product_sales_fresh (day, product_id, shard, quantity, revenue)
      select '2026-06-01', id, 0, 1, 100 from unnest($1::uuid[]) id`,
    [PRODUCTS],
  );
const fold = async (db: Tx | Database["db"]) => {
  const { rows } = await sql<{ folded: number }>`
    select fold_product_sales('2026-06-01') as folded`.execute(db);
  return rows[0]?.folded;
};

test("sales that are just being counted are left for the next fold, which does not wait for them", async () => {
  await sellFresh();
  await sql`insert into product_sales_fresh (day, product_id, shard, quantity, revenue)
    values ('2026-06-01', ${PRODUCTS[0]}, 1, 1, 100)`.execute(database.db);
  const folded = await whileNobodyWaits(database, {
    holds: (tx) => sql`update product_sales_fresh set quantity = 2 where shard = 1`.execute(tx),
    works: fold,
  });
  expect(folded).toBe(2);
  expect(await fold(database.db)).toBe(1);
});

test("of two folds on a new day one sums up, after the other", async () => {
  await sellFresh();
  await sql`insert into product_sales_state values (1, '2026-05-31')`.execute(database.db);
  await sql`insert into product_sales_daily values ('2026-05-31', ${PRODUCTS[0]}, 1, 100)`.execute(
    database.db,
  );
  const folded = await whileOneWaits(database, {
    holds: (tx) => sql`select from product_sales_state for update`.execute(tx),
    works: () => fold(database.db),
    meanwhile: fold,
  });
  expect(folded).toBe(0);
  const { rows } = await database.pool.query(
    "select sum(quantity)::integer as pieces, count(*)::integer as sums from product_sales_sums",
  );
  expect(rows).toEqual([{ pieces: 3 * (2 + 1), sums: 6 }]);
});

test("a sale whose time has not come is not turned, so nobody waits for who edits its product", async () => {
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

test("[CH-5] who tells that an option is back waits for another who does, and tells no more people than pieces", async () => {
  const [productId] = PRODUCTS;
  await sql`insert into products (id, name, price, category) values (${productId}, 'A product', 100, 'Hats')`.execute(
    database.db,
  );
  await sql`insert into inventory (product_id, variation, on_hand) values (${productId}, '', 1)`.execute(
    database.db,
  );
  await sql`
    insert into restock_requests (id, product_id, variation, email, asked_at, confirmed_at)
    select gen_random_uuid(), ${productId}, '', email, now(), now()
    from unnest('{ann@example.com,bob@example.com}'::text[]) email`.execute(database.db);
  const now = new Date();
  const turnSince = new Date(now.getTime() - 1_000);
  const line = { productId, variation: "", most: 5, turnSince, now };
  const told = await whileOneWaits(database, {
    holds: (tx) => tellLine(tx, line),
    works: () => tellLine(database.db, line),
  });
  expect(told).toBe(0);
});

/** Figures are counted at commit, or now. Every connection counts in the same shard. */
async function oneShard(): Promise<void> {
  await database.pool.query(
    "create or replace function figures_shard() returns smallint language sql as 'select 0::smallint'",
  );
}
const ORDERS = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"] as const;
async function insertCounted(): Promise<void> {
  await oneShard();
  await database.pool.query(
    `insert into orders (id, status, subtotal, total, shipping_address, source, created_at, updated_at)
      select id, status, 100, 100, '{}', 'test', now(), now()
        from unnest($1::uuid[], '{pending,processing}'::text[]) as o (id, status)`,
    [ORDERS],
  );
  await database.pool.query(
    `insert into products (id, name, price, category, stock) select id, 'A product', 100, 'Hats', 20
      from unnest($1::uuid[]) id`,
    [PRODUCTS],
  );
}
const countNow = (tx: Tx) => sql`set constraints all immediate`.execute(tx);
const payOrder = (tx: Tx, id: string) => sql`update orders set status = 'paid' where id = ${id}`.execute(tx);
const emptyProduct = (tx: Tx, id: string) => sql`update products set stock = 1 where id = ${id}`.execute(tx);

test("who counts orders in the same shard waits with none of its counters locked", async () => {
  await insertCounted();
  await whileOneWaits(database, {
    holds: async (tx) => {
      await payOrder(tx, ORDERS[0]);
      await countNow(tx);
    },
    works: () => database.db.transaction().execute((tx) => payOrder(tx, ORDERS[1])),
    meanwhile: (tx) => sql`select from order_figures for update nowait`.execute(tx),
  });
});

test("who counts an order and a product waits for one who counts products with none of its counters locked", async () => {
  await insertCounted();
  await whileOneWaits(database, {
    holds: async (tx) => {
      await emptyProduct(tx, PRODUCTS[0]);
      await countNow(tx);
    },
    works: () =>
      database.db.transaction().execute(async (tx) => {
        await payOrder(tx, ORDERS[1]);
        await emptyProduct(tx, PRODUCTS[1]);
      }),
    meanwhile: (tx) => sql`select from order_figures for update nowait`.execute(tx),
  });
});
