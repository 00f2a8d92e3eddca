// What products are found by, as the database keeps it.
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { putOnShelf } from "#test/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { listProducts } from "../list-products.ts";

const MIGRATION = new URL("../../../../db/migrations/0091_search_facts.sql", import.meta.url);

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

test("[FI-2] a shop of the version before keeps its documents and finds by them", async () => {
  const { shop } = store;
  await putOnShelf(shop, { name: "Dune Cap", description: "Made for the whole round." });
  await putOnShelf(shop, { name: "Draft Cap", status: "draft" });
  const before = await documents();
  expect(before).toHaveLength(2);
  await sql`create table before as select * from product_search`.execute(shop.db);
  await sql`drop view product_search; drop table search_facts, search_prose;
    alter table before rename to product_search`.execute(shop.db);
  await sql.raw(await readFile(MIGRATION, "utf8")).execute(shop.db);
  expect(await documents()).toEqual(before);
  for (const words of ["dune", "round"]) {
    const { products } = await listProducts(shop, parseShopSearch(new URLSearchParams(`q=${words}`)));
    expect(products.map(({ name }) => name)).toEqual(["Dune Cap"]);
  }
});
