// What products are found by, as the database keeps it.
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { listProducts } from "../list-products.ts";

const migration = (name: string) =>
  readFile(new URL(`../../../../db/migrations/${name}.sql`, import.meta.url), "utf8");

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

const documents = async () =>
  (
    await sql`select product_id, is_active, created_at, facts::text, whole::text, code from product_search
      order by product_id`.execute(store.shop.db)
  ).rows;

const found = async (words: string) => {
  const { products } = await listProducts(
    store.shop,
    parseShopSearch(new URLSearchParams(`q=${encodeURIComponent(words)}`)),
  );
  return products.map(({ name }) => name);
};

test("[FI-2] a shop of the version before keeps its documents and finds by them", async () => {
  const { shop } = store;
  await putOnShelf(shop, { name: "Dune Cap", description: "Made for the whole round." });
  await putOnShelf(shop, { name: "Draft Cap", status: "draft" });
  const before = await documents();
  expect(before).toHaveLength(2);
  await sql`create table before as select * from product_search`.execute(shop.db);
  await sql`drop view product_search; drop table search_facts, search_prose;
    alter table before rename to product_search`.execute(shop.db);
  await sql.raw(await migration("0091_search_facts")).execute(shop.db);
  expect(await documents()).toEqual(before);
  for (const words of ["dune", "round"]) expect(await found(words)).toEqual(["Dune Cap"]);
});

test("[FI-2] a few letters find the words that they begin, not the names that facts are kept by", async () => {
  await putOnShelf(store.shop, { name: "Ridge Polo", category: "Shirts", color: "Camel" });
  for (const letters of ["si", "gen", "ag", "mai", "col", "cat"])
    expect(await found(letters), letters).toEqual([]);
  expect(await found("cam")).toEqual(["Ridge Polo"]);
  expect(await found("ca")).toContain("Ridge Polo");
});

test("[FI-2] facts of a version before are kept by their new names", async () => {
  const { db } = store.shop;
  await putOnShelf(store.shop, { name: "Sand Trap's \\ Cap", color: "Pine/White" });
  const before = await documents();
  for (const [table, column] of [
    ["search_facts", "facts"],
    ["search_prose", "whole"],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)}
      = regexp_replace(${sql.ref(column)}::text, '(^| )'':', '\\1''', 'g')::tsvector`.execute(db);
  expect(JSON.stringify(await documents())).toContain("'main:pine':1A");
  await sql.raw(await migration("0103_names_of_facts")).execute(db);
  expect(await documents()).toEqual(before);
});
