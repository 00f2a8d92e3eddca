// A transaction that changes several rows of the stock locks all of them first, and all lock in one order.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "#test/database/empty-database.ts";
import { openOwnDatabase, whileOneWaits } from "#test/database/two-transactions.ts";
import { lockProducts } from "../products/queries.ts";
import type { Database } from "./database.ts";
import type { Tx } from "./transaction.ts";

const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [HAT, SHIRT, CHECKOUT, ORDER, RETURN] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const REFUND = idOf(8);
/** In the order in which rows are locked. The last two are of one product. */
const ROWS = [
  { id: idOf(1), product: HAT, variation: "" },
  { id: idOf(2), product: SHIRT, variation: "M" },
  { id: idOf(3), product: SHIRT, variation: "S" },
];

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database.pool));

/** `rows`: as they lie in the tables. A checkout and an order ask for one unit of each; the order has been sold. */
async function fillShelf(rows: typeof ROWS): Promise<void> {
  const { pool } = database;
  await pool.query(`insert into checkouts (id, order_id, idempotency_key, request_hash, subtotal, tax, shipping, total,
      shipping_address, expires_at, created_at, updated_at)
    values ('${CHECKOUT}', '${ORDER}', 'a key', 'a hash', 300, 0, 0, 300, '{}', now(), now(), now())`);
  await pool.query(`insert into orders (id, subtotal, total, shipping_address, source, created_at, updated_at)
    values ('${ORDER}', 300, 300, '{}', 'test', now(), now())`);
  for (const product of new Set(rows.map((row) => row.product)))
    await pool.query(
      "insert into products (id, name, price, category) values ($1, 'A product', 100, 'Hats')",
      [product],
    );
  for (const { id, product, variation } of rows) {
    const row = [id, product, variation];
    await pool.query(
      "insert into inventory (id, product_id, variation, on_hand, held) values ($1, $2, $3, 5, 1)",
      row,
    );
    await pool.query(
      `insert into checkout_items (checkout_id, variant_id, product_id, variation, quantity, price, name)
        values ('${CHECKOUT}', $1, $2, $3, 1, 100, 'A product')`,
      row,
    );
    await pool.query(
      `insert into order_items (order_id, variant_id, product_id, variation, quantity, price, name)
        values ('${ORDER}', $1, $2, nullif($3, ''), 1, 100, 'A product')`,
      row,
    );
  }
  await pool.query(`select make_units('${ORDER}')`);
}

const setHold = (isActive: boolean) =>
  database.pool.query("update checkouts set hold_active = $1", [isActive]);

type Change = { name: string; before: () => Promise<unknown>; make: (tx: Tx) => Promise<unknown> };
const changes: Change[] = [
  {
    name: "a checkout that starts",
    before: () => setHold(false),
    make: (tx) =>
      sql`select from checkout_facts('another key', null, null, ${[SHIRT, HAT]}::uuid[], ${[null, null]}::uuid[], ${["M", ""]}::text[],
        ${[1, 1]}::integer[], null, 'pat@example.com', now(), now())`.execute(tx),
  },
  {
    name: "a hold at Pay",
    before: () =>
      database.pool.query("update checkouts set hold_active = false, expires_at = now() + interval '1 hour'"),
    make: (tx) => sql`select hold_at_pay(${ORDER}, true, now(), 2, now())`.execute(tx),
  },
  {
    name: "a release",
    before: () => setHold(true),
    make: (tx) => sql`select release_checkout_stock(${CHECKOUT})`.execute(tx),
  },
  {
    name: "a sale without a hold",
    before: () => setHold(false),
    make: (tx) => sql`select take_units(${ORDER}, null, ${CHECKOUT}, null, 'test', now())`.execute(tx),
  },
  {
    name: "goods that come back",
    before: () => database.pool.query("update order_units set stock = 'taken'"),
    make: (tx) => sql`select shelve_units(null, ${ORDER}, null, null, 'test', now())`.execute(tx),
  },
  {
    name: "an owner's change of several products",
    before: async () => {},
    make: (tx) => lockProducts(tx, [SHIRT, HAT]),
  },
  {
    name: "units of a refund that failed",
    before: async () => {
      const { pool } = database;
      await pool.query(`insert into refunds (id, order_id, amount, status, source, created_at, updated_at)
        values ('${REFUND}', '${ORDER}', 300, 'failed', 'admin', now(), now())`);
      await pool.query(
        `insert into refund_units (refund_id, unit_id) select '${REFUND}', id from order_units`,
      );
      await pool.query(
        `update order_units set refund_id = '${REFUND}', state = 'canceled', stock = 'shelved'`,
      );
    },
    make: (tx) => sql`select bring_refund_units(${REFUND}, 'test', now())`.execute(tx),
  },
];

/** What lies in a table is met in that order when the plan does not use the order of an index. */
const inItsOrder =
  ({ make }: Pick<Change, "make">) =>
  () =>
    database.db.transaction().execute(async (tx) => {
      for (const plan of ["indexscan", "indexonlyscan", "mergejoin", "hashjoin"])
        await sql`select set_config(${`enable_${plan}`}, 'off', true)`.execute(tx);
      return make(tx);
    });

const lockRow = (at: number) => (tx: Tx) =>
  sql`select from inventory where id = ${ROWS.at(at)?.id} for update`.execute(tx);

describe.each(changes)("$name", (change) => {
  test.each([
    ["rises", ROWS],
    ["falls", ROWS.toReversed()],
  ])(
    "waits for the first row with no later row locked, when their order in the tables %s",
    async (_, rows) => {
      await fillShelf(rows);
      await change.before();
      await whileOneWaits(database, {
        holds: lockRow(0),
        works: inItsOrder(change),
        meanwhile: (tx) => sql`select from inventory for update nowait`.execute(tx),
      });
    },
  );

  test("waits for the last row with no product locked", async () => {
    await fillShelf(ROWS);
    await change.before();
    await whileOneWaits(database, {
      holds: lockRow(-1),
      works: inItsOrder(change),
      meanwhile: (tx) => sql`select from products for update nowait`.execute(tx),
    });
  });
});

test("[RF-6] an exchange waits for its first variant without locking the one reserved for it", async () => {
  await fillShelf(ROWS);
  const { db } = database;
  await sql`insert into return_requests (id, order_id, wish, reason, note, state, created_at, updated_at)
    values (${RETURN}, ${ORDER}, 'exchange', 'too-small', '', 'approved', now(), now())`.execute(db);
  await sql`insert into return_lines (return_id, order_item_id, quantity, wanted, wanted_id, held)
    select ${RETURN}, id, 1, 'S', ${ROWS[2]?.id}, 1 from order_items where variation = 'M'`.execute(db);
  await whileOneWaits(database, {
    holds: lockRow(1),
    works: () => sql`select release_return(${RETURN})`.execute(db),
    meanwhile: (tx) => sql`select from inventory where variation = 'S' for update nowait`.execute(tx),
  });
});

/** A return that wants the same options again; `held` units of each are reserved. */
async function askBack({ state, held }: { state: string; held: number }): Promise<void> {
  const { db } = database;
  await fillShelf(ROWS);
  await sql`insert into return_requests (id, order_id, wish, reason, note, state, created_at, updated_at)
    values (${RETURN}, ${ORDER}, 'exchange', 'too-small', '', ${state}, now(), now())`.execute(db);
  await sql`insert into return_lines (return_id, order_item_id, quantity, wanted, wanted_id, held)
    select ${RETURN}, id, 1, coalesce(variation, ''), variant_id, ${held} from order_items`.execute(db);
}

test("[RF-6] a return whose last replacement is taken learns which one is sold out", async () => {
  await askBack({ state: "requested", held: 0 });
  const { rows } = await whileOneWaits(database, {
    holds: (tx) => sql`update inventory set held = on_hand where variation = 'M'`.execute(tx),
    works: () => sql`select hold_return(${RETURN}, current_date) as missing`.execute(database.db),
  });
  expect(rows).toEqual([{ missing: "A product (M)" }]);
});

test("[RF-6] a return that releases units waits for the stock with nothing of the return locked", async () => {
  await askBack({ state: "closed", held: 1 });
  await whileOneWaits(database, {
    holds: lockRow(0),
    works: () => sql`select release_return(${RETURN})`.execute(database.db),
    meanwhile: (tx) => sql`select from return_lines for update nowait`.execute(tx),
  });
});

test("[DB-2] units of a product without a named option wait for the first name, with no later one locked", async () => {
  await fillShelf(ROWS);
  // The shop shows the last name first.
  await sql`update inventory set position = case when variation = 'S' then 1 else 2 end`.execute(database.db);
  await whileOneWaits(database, {
    holds: (tx) =>
      sql`select from inventory where product_id = ${SHIRT} and variation = 'M' for update`.execute(tx),
    works: () => sql`select decrease_product_stock(${SHIRT}, 2)`.execute(database.db),
    meanwhile: (tx) => sql`select from inventory where variation = 'S' for update nowait`.execute(tx),
  });
});

test.each([
  ["rises", ROWS],
  ["falls", ROWS.toReversed()],
])("products are locked in one order, when their order in the table %s", async (_, rows) => {
  await fillShelf(rows);
  await whileOneWaits(database, {
    holds: (tx) => sql`select from products where id = ${HAT} for update`.execute(tx),
    works: () => database.db.transaction().execute((tx) => lockProducts(tx, [SHIRT, HAT])),
    meanwhile: (tx) => sql`select from products for update nowait`.execute(tx),
  });
});

const addOptions = () =>
  sql`insert into inventory (product_id, variation, on_hand) values (${SHIRT}, 'L', 3), (${HAT}, 'L', 3)`.execute(
    database.db,
  );

test("new options are counted with what another transaction is changing", async () => {
  await fillShelf(ROWS);
  await whileOneWaits(database, {
    holds: (tx) => sql`update inventory set held = held + 1`.execute(tx),
    works: addOptions,
  });
  const { rows } = await database.pool.query("select id, stock from products order by id");
  expect(rows).toEqual([
    { id: HAT, stock: 3 + 3 },
    { id: SHIRT, stock: 3 + 3 + 3 },
  ]);
});

// Which order a plan without "order by" takes is chance: of many products hardly any lies in the right one.
test("new options lock their products in one order", async () => {
  await database.pool.query(`insert into products (name, price, category)
    select 'A product', 100, 'Hats' from generate_series(1, 40)`);
  await whileOneWaits(database, {
    holds: (tx) =>
      sql`select from products where id = (select min(id::text)::uuid from products) for no key update`.execute(
        tx,
      ),
    works: () =>
      sql`insert into inventory (product_id, variation, on_hand) select id, 'L', 3 from products order by id desc`.execute(
        database.db,
      ),
    meanwhile: (tx) => sql`select from products for no key update nowait`.execute(tx),
  });
});

test("a count of the owner is written as the difference from what a sale leaves at the same moment", async () => {
  await fillShelf(ROWS);
  await whileOneWaits(database, {
    holds: (tx) => sql`update inventory set on_hand = on_hand - 1 where variation = 'M'`.execute(tx),
    works: () => sql`select set_on_hand(${SHIRT}, 'M', 7, 0, 'test', now())`.execute(database.db),
  });
  const { rows } = await database.pool.query("select kind, quantity from stock_movements");
  expect(rows).toEqual([{ kind: "adjustment", quantity: 7 - 4 }]);
});

test("sales whose time has come lock their products in one order", async () => {
  for (const id of [SHIRT, HAT])
    await sql`insert into products (id, name, price, category, sale_price, sale_starts_at, sale_is_on)
      values (${id}, 'A product', 100, 'Hats', 90, '2020-01-01T00:00', false)`.execute(database.db);
  await whileOneWaits(database, {
    holds: (tx) => sql`select from products where id = ${HAT} for no key update`.execute(tx),
    works: inItsOrder({ make: (tx) => sql`select turn_sales(now())`.execute(tx) }),
    meanwhile: (tx) => sql`select from products for no key update nowait`.execute(tx),
  });
});
