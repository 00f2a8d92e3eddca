// On PostgreSQL alone: two who write the words of the catalog, or the parts of the sitemap, at the same moment.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "#test/empty-database.ts";
import { openOwnDatabase, whileNobodyWaits, whileOneWaits } from "#test/two-transactions.ts";
import type { Database } from "../db/database.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { FIRST_ID, listKeptParts, replaceKeptParts } from "./export-queries.ts";

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
