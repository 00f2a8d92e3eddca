import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openFreshDatabase } from "#test/database/fresh-database.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = path.join(import.meta.dirname, "../../../db/migrations");
/** The last one before products had facts and options had codes. */
const LANDED = "0029_books";

const CAP = "00000000-0000-4000-8000-000000000001";
const POLO = "00000000-0000-4000-8000-000000000002";

async function openLanded(): Promise<Database> {
  const database = await openFreshDatabase();
  await database.pool.query(
    "create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)",
  );
  const names = (await readdir(MIGRATIONS)).map((file) => file.replace(/\.sql$/, "")).sort();
  for (const name of names.filter((each) => each <= LANDED)) {
    await database.pool.query(await readFile(path.join(MIGRATIONS, `${name}.sql`), "utf8"));
    await database.pool.query("insert into kysely_migration values ($1, 'then')", [name]);
  }
  return database;
}

/** Without functions, so without their triggers: every row as it lay in the tables. */
const ROWS = `
  insert into products (id, name, price, category, image_url, image_alt, variations, stock) values
    ('${CAP}', 'Fairway Rope Cap', 3200, 'Hats', '/storage/cap.webp', 'A navy cap', null, 4),
    ('${POLO}', 'Links Polo', 7200, 'Shirts', '/storage/polo.webp', 'A polo', '{S,M}', 9);
  insert into inventory (product_id, variation, position, on_hand, held) values
    ('${CAP}', '', 0, 5, 1), ('${POLO}', 'S', 0, 3, 0), ('${POLO}', 'M', 1, 6, 0);
  insert into stock_movements (product_id, variation, kind, quantity, order_id, source, created_at) values
    ('${CAP}', '', 'initial', 5, null, 'admin', now()), ('${POLO}', 'S', 'initial', 3, null, 'admin', now()),
    ('${POLO}', 'M', 'initial', 8, null, 'admin', now()), ('${POLO}', 'M', 'sale', -2, '${POLO}', 'test', now());
  insert into checkouts (id, order_id, idempotency_key, request_hash, subtotal, tax, shipping, total, shipping_address,
      state, hold_active, expires_at, created_at, updated_at)
    values ('${CAP}', '${CAP}', 'a key', 'a hash', 3200, 0, 0, 3200, '{}', 'open', true, now(), now(), now());
  insert into checkout_items (checkout_id, product_id, variation, quantity, price, name)
    values ('${CAP}', '${CAP}', '', 1, 3200, 'Fairway Rope Cap');
  insert into orders (id, subtotal, total, shipping_address, source, created_at, updated_at)
    values ('${POLO}', 14400, 14400, '{}', 'test', now(), now());
  insert into order_items (order_id, product_id, variation, quantity, price, name)
    values ('${POLO}', '${POLO}', 'M', 2, 7200, 'Links Polo');`;

const TABLES = {
  products: "id",
  inventory: "(product_id, position)",
  stock_movements: "id",
  checkouts: "id",
  checkout_items: "checkout_id",
  orders: "id",
  order_items: "order_id",
};

async function readTables({ pool }: Database) {
  const found: Record<string, unknown[]> = {};
  for (const [table, order] of Object.entries(TABLES)) {
    found[table] = (await pool.query(`select * from ${table} order by ${order}`)).rows;
  }
  return found;
}

test("[CH-1] a catalogue of the version before keeps its products, options, stock, holds, and orders", async () => {
  const database = await openLanded();
  await database.pool.query(ROWS);
  const before = await readTables(database);
  expect(Object.values(before).map((rows) => rows.length)).toEqual([2, 3, 4, 1, 1, 1, 1]);
  expect((await migrate(database.db)).slice(0, 2)).toEqual(["0030_product_facts", "0031_item_codes"]);
  const after = await readTables(database);
  expect(after).toMatchObject(before);
  expect(after.products).toMatchObject([
    { type: "Rope cap", color: "Navy", option_name: "Size" },
    { type: "Polo", color: "" },
  ]);
  expect(after.inventory?.[1]).toMatchObject({ variation: "S", sku: "", gtin: "", mpn: "" });
  // What was sold before is given back to an option that is renamed now.
  await database.pool.query(`select rename_option('${POLO}', 'M', 'Medium', 'admin', now())`);
  await database.pool.query(`select restock_order('${POLO}', 'admin', now())`);
  const { rows } = await database.pool.query("select on_hand from inventory where variation = 'Medium'");
  expect(rows).toEqual([{ on_hand: 8 }]);
  await database.close();
});
