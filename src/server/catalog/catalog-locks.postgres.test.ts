// Two who write the words of the catalog, the parts of the sitemap, the counts of filters, or the first
// products, at the same moment.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "#test/database/empty-database.ts";
import { openOwnDatabase, whileNobodyWaits, whileOneWaits } from "#test/database/two-transactions.ts";
import { createTestShop } from "#test/shop/shop.ts";
import type { Database } from "../db/database.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { FIRST_ID, listKeptParts, replaceKeptParts } from "./export-queries.ts";
import { countAlike } from "./filters/count-alike.ts";
import { forEachAlike } from "./filters/facet-codes.ts";
import { lockCatalog } from "./sample/seed-queries.ts";
import { type SampleProduct, seedSampleCatalog } from "./sample/seed-sample-catalog.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database.pool));

const insert = (tx: Tx, name: string) =>
  sql`insert into products (name, price, category) values (${name}, 100, 'Hats')`.execute(tx);
const rename = (tx: Tx, name: string, to: string) =>
  sql`update products set name = ${to} where name = ${name}`.execute(tx);
const words = async () => {
  const { rows } = await database.pool.query("select word from catalog_words order by word");
  return rows.map(({ word }) => word);
};

describe("counts of filters", () => {
  const counted = async () => {
    const { codes, products } = await countAlike(database.db);
    const inStock = new Map<boolean, number>();
    forEachAlike({ codes, isGrouped: true }, (alike) => {
      inStock.set(alike.inStock, (inStock.get(alike.inStock) ?? 0) + alike.products);
    });
    return { products, inStock: inStock.get(true), soldOut: inStock.get(false) };
  };
  const put = (name: string) =>
    sql`insert into products (name, price, category, stock) values (${name}, 100, 'Hats', 1)`.execute(
      database.db,
    );
  const sellOut = (tx: Tx, name: string) =>
    sql`update products set stock = 0 where name = ${name}`.execute(tx);
  const fold = (tx: Tx) => sql`select fold_facet_counts(1, now(), '1 day')`.execute(tx);

  test("what sells out while all is counted is neither waited for nor lost", async () => {
    await put("First");
    await put("Second");
    await whileNobodyWaits(database, { holds: (tx) => sellOut(tx, "First"), works: fold });
    expect(await counted()).toEqual({ products: 2, inStock: 1, soldOut: 1 });
    await inTransaction(database, fold);
    expect(await counted()).toEqual({ products: 2, inStock: 1, soldOut: 1 });
  });

  test("what sells out in the midst of a count stays a change", async () => {
    await put("First");
    await put("Second");
    await whileOneWaits(database, {
      holds: (tx) => sql`select from facet_changes for update`.execute(tx),
      works: () => inTransaction(database, fold),
      meanwhile: (tx) => sellOut(tx, "First"),
    });
    expect(await counted()).toEqual({ products: 2, inStock: 1, soldOut: 1 });
  });

  test("nobody waits for the count who sells out, and two counts take turns", async () => {
    await put("First");
    await inTransaction(database, fold);
    await put("Second");
    await whileNobodyWaits(database, { holds: fold, works: (tx) => sellOut(tx, "First") });
    expect(await counted()).toEqual({ products: 2, inStock: 1, soldOut: 1 });
    await put("Third");
    await whileOneWaits(database, { holds: fold, works: () => inTransaction(database, fold) });
    expect(await counted()).toEqual({ products: 3, inStock: 2, soldOut: 1 });
  });

  test("a count that waits for another one counts what that one counted", async () => {
    await put("First");
    await inTransaction(database, fold);
    await put("Second");
    await whileOneWaits(database, {
      holds: (tx) => sql`select from facet_counts for update`.execute(tx),
      works: () => inTransaction(database, fold),
      meanwhile: async (tx) => {
        await sellOut(tx, "First");
        await fold(tx);
      },
    });
    expect(await counted()).toEqual({ products: 2, inStock: 1, soldOut: 1 });
  });
});

describe("words that are new", () => {
  // Once, as inTransaction would repeat it: what is given up and done again is not seen.
  const once = (work: (tx: Tx) => Promise<unknown>) => () => database.db.transaction().execute(work);

  test("two imports with the same ones in another order end, one after the other", async () => {
    await whileOneWaits(database, {
      holds: (tx) => insert(tx, "Zephyr"),
      works: once(async (tx) => {
        await insert(tx, "Anorak");
        await insert(tx, "Zephyr");
      }),
      meanwhile: (tx) => insert(tx, "Anorak"),
    });
    expect(await words()).toEqual(["anorak", "zephyr"]);
  });

  test("an import and an owner's edits with the same ones in another order end, one after the other", async () => {
    await inTransaction(database, async (tx) => {
      await insert(tx, "First");
      await insert(tx, "Second");
    });
    await whileOneWaits(database, {
      holds: (tx) => insert(tx, "Zephyr"),
      works: once(async (tx) => {
        await rename(tx, "First", "Anorak");
        await rename(tx, "Second", "Zephyr");
      }),
      meanwhile: (tx) => insert(tx, "Anorak"),
    });
    expect(await words()).toEqual(["anorak", "first", "second", "zephyr"]);
  });

  test("nobody waits for them who writes known ones", async () => {
    await inTransaction(database, (tx) => insert(tx, "Anorak"));
    await whileNobodyWaits(database, {
      holds: (tx) => insert(tx, "Zephyr"),
      works: async (tx) => {
        await insert(tx, "Anorak");
        await rename(tx, "Anorak", "Anorak 2");
      },
    });
  });
});

test("two workers write down the same parts of the sitemap, and find them as if it had been one", async () => {
  const parts = [FIRST_ID, "00000000-0000-4000-8000-000000000001"];
  await whileOneWaits(database, {
    holds: (tx) => replaceKeptParts(tx, parts),
    works: () => replaceKeptParts(database.db, parts),
  });
  expect(await listKeptParts(database.db)).toEqual(parts);
});

test("parts of the sitemap that stay are not written again", async () => {
  const parts = [FIRST_ID, "00000000-0000-4000-8000-000000000001"];
  const versions = async () => (await database.pool.query("select ctid, xmin from sitemap_parts")).rows;
  await replaceKeptParts(database.db, parts);
  const before = await versions();
  await replaceKeptParts(database.db, parts);
  expect(await versions()).toEqual(before);
  await replaceKeptParts(database.db, []);
  expect(await listKeptParts(database.db)).toEqual([]);
});

test("of two processes that fill a new shop the second waits, and finds it filled", async () => {
  const store = await createTestShop({ database: { ...database, close: async () => {} } });
  const cap: SampleProduct = {
    ...{ name: "Sample Cap", category: "Hats", price: 3_000, salePrice: null, description: "A sample." },
    ...{ options: [{ variation: "", quantity: 9 }], pictures: [], createdDaysAgo: 30 },
  };
  const filled = await whileOneWaits(database, {
    holds: lockCatalog,
    works: () => seedSampleCatalog(store.shop, { products: [cap], picturesFolder: "" }),
    meanwhile: (tx) => insert(tx, "First"),
  });
  expect(filled).toBe(0);
  await store.close();
});
