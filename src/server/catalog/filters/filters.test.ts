import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { colorKeys, typeKey } from "#domain/catalog/facet-keys.ts";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { priceBands } from "#domain/catalog/price-bands.ts";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { sizeKey } from "#domain/product/size.ts";
import { emptyShelves, putOnShelf, type ShelfProduct } from "#test/shop/shelf.ts";
import { createTestShop, seededRandom, type TestShop } from "#test/shop/shop.ts";
import { listProducts } from "../list-products.ts";
import { suggestProducts } from "../suggest-products.ts";
import { foldFacetCounts } from "./count-alike.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());
beforeEach(() => emptyShelves(store.shop));

type Facts = { type?: string; color?: string; swatch?: string };
async function put({ type = "", color = "", swatch = "", ...product }: ShelfProduct & Facts) {
  const id = await putOnShelf(store.shop, product);
  await store.shop.db.updateTable("products").set({ type, color, swatch }).where("id", "=", id).execute();
  return id;
}
const list = (query: string) => listProducts(store.shop, parseShopSearch(new URLSearchParams(query)));
const names = async (query: string) => (await list(query)).products.map(({ name }) => name);
const sizes = (stock: Record<string, number>) =>
  Object.entries(stock).map(([variation, onHand]) => ({ variation, onHand }));

describe("[FI-4] filters", () => {
  test("a type or a color that the owner adds is a filter, in any spelling, with its swatch", async () => {
    await put({ name: "One", type: "Rope Cap", color: "Fairway Green" });
    await put({ name: "Two", type: "rope cap", color: "Calcutta", swatch: "#112233" });
    await put({ name: "Three", type: "Rope Cap", color: "Bone/Green" });
    const { facets } = await list("");
    expect(facets.types).toEqual([{ value: "rope cap", label: "Rope Cap", count: 3 }]);
    expect(facets.colors.map(({ value, label, count }) => [value, label, count])).toEqual([
      ["calcutta", "Calcutta", 1],
      ["green", "Green", 2],
      ["white", "White", 1],
    ]);
    expect(facets.colors[0]?.swatches).toEqual(["#112233"]);
    expect((await names("color=green")).sort()).toEqual(["One", "Three"]);
    expect(await names("color=CALCUTTA")).toEqual(["Two"]);
    expect(await names("type=ROPE+CAP&color=pine")).toHaveLength(2);
  });

  test("2XL and XXL are one size, and sizes are what is in stock, from small to large", async () => {
    await put({ name: "Typed XXL", options: sizes({ S: 1, XXL: 2 }) });
    await put({ name: "Typed 2XL", options: sizes({ "2XL": 1, XL: 0 }) });
    for (const size of ["2XL", "XXL", "xx-large"]) expect(await names(`size=${size}`)).toHaveLength(2);
    expect(await names("size=XL")).toEqual([]);
    const { facets } = await list("");
    expect(facets.sizes.map(({ value, count }) => [value, count])).toEqual([
      ["S", 1],
      ["2XL", 2],
    ]);
    expect((await list("size=XL")).facets.sizes.find(({ value }) => value === "XL")?.count).toBe(0);
  });

  test("a long option, and one beyond a thousand others, are found as they are counted", async () => {
    const long = `${"Fairway Green".padEnd(34, ".")} / 2XL`;
    await put({ name: "Long", options: sizes({ [long]: 1, S: 1 }) });
    for (let layout = 0; layout < 51; layout += 1) {
      const options = Array.from({ length: 20 }, (_, index) => [`A ${layout} ${index}`, 0]);
      await put({ name: `Many ${layout}`, options: sizes(Object.fromEntries(options)) });
    }
    await put({ name: "Last", options: sizes({ XL: 1 }) });
    for (const size of [long, "XL"]) {
      const { value = "", count } = (await list("")).facets.sizes.find(({ label }) => label === size) ?? {};
      const found = await list(shopQuery({ sizes: [value] }));
      expect([count, found.count, found.products.length], size).toEqual([1, 1, 1]);
    }
  });

  test("a product that has one size in two spellings counts once", async () => {
    await put({ name: "Both", options: sizes({ XXL: 1, "2XL": 1, M: 1 }) });
    await put({ name: "One", options: sizes({ XXL: 1, "2XL": 0 }) });
    for (const query of ["", "size=M", "size=XXL&size=M", "q=both"]) {
      const { facets, count } = await list(query);
      expect(facets.sizes.find(({ value }) => value === "2XL")?.count, query).toBe(
        query === "q=both" ? 1 : 2,
      );
      if (query.includes("XXL")) expect(count).toBe(2);
    }
  });

  test("bands of prices begin where the database counts them", async () => {
    for (const [place, { from, below }] of priceBands.entries()) {
      const { rows } = await sql<{ band: number }>`
        select facet_code('Hats', false, true, price, '', '', '{}', '{}')::bigint >> 56 & 15 as band
        from unnest(${[from, below === null ? from + 1 : below - 1]}::integer[]) price`.execute(
        store.shop.db,
      );
      expect(rows.map(({ band }) => Number(band))).toEqual([place, place]);
    }
  });

  test("options that sell out, come, go, or get another name are counted by what they are now", async () => {
    const id = await put({ name: "Shirt", options: sizes({ S: 1, M: 0 }) });
    const counts = async () => (await list("")).facets.sizes.map(({ value, count }) => `${value} ${count}`);
    const run = (change: string) =>
      sql.raw(change.replace("ID", `product_id = '${id}'`)).execute(store.shop.db);
    expect(await counts()).toEqual(["S 1"]);
    await run("update inventory set on_hand = 2 where ID and variation = 'M'");
    expect(await counts()).toEqual(["S 1", "M 1"]);
    await run("update inventory set variation = 'L' where ID and variation = 'S'");
    expect(await counts()).toEqual(["M 1", "L 1"]);
    await run("update inventory set on_hand = 0 where ID and variation = 'M'");
    await run("delete from inventory where ID and variation = 'M'");
    expect(await counts()).toEqual(["L 1"]);
    await run("update inventory set on_hand = 0 where ID");
    expect(await counts()).toEqual([]);
    expect((await list("q=shirt")).facets).toEqual((await list("")).facets);
  });

  test("a sale finds the number of every name, so it adds none and waits for none", async () => {
    const id = await put({ name: "Shirt", type: "Polo", options: sizes({ S: 1, M: 0, L: 3 }) });
    const names = () => store.shop.db.selectFrom("facet_names").select(["kind", "id", "name"]).execute();
    const before = await names();
    for (const [option, onHand] of [
      ["S", 0],
      ["M", 1],
      ["L", 0],
      ["M", 0],
      ["S", 4],
    ] as const) {
      await sql`update inventory set on_hand = ${onHand} where product_id = ${id} and variation = ${option}`.execute(
        store.shop.db,
      );
    }
    expect(await names()).toEqual(before);
    expect((await list("")).facets.sizes.map(({ value }) => value)).toEqual(["S"]);
  });

  test("a new type gets a number when a color has the one at which types end", async () => {
    const last = { kind: "color", id: 1023, name: "Last" };
    await store.shop.db.insertInto("facet_names").values(last).execute();
    await put({ type: "Brand new" });
    const { facets } = await list("");
    await store.shop.db.deleteFrom("facet_names").where("name", "in", ["Last", "Brand new"]).execute();
    expect(facets.types).toMatchObject([{ value: "brand new", count: 1 }]);
  });

  test("what is sold out comes last in every list, and comes back to its place", async () => {
    const sold = await put({ name: "Sold", price: 1_000, salePrice: 900, createdAt: "2026-03-01" });
    await put({ name: "Cheap", price: 1_000, salePrice: 800, createdAt: "2026-02-01" });
    await put({ name: "Dear", price: 9_000, salePrice: 8_000, createdAt: "2026-01-01" });
    const set = (onHand: number) =>
      sql`update inventory set on_hand = ${onHand} where product_id = ${sold}`.execute(store.shop.db);
    for (const query of ["", "sale=true", "sort=price-low", "sort=price-high", "price=0-25&price=75-100"]) {
      await set(0);
      expect((await names(query)).at(-1), query).toBe("Sold");
      await set(3);
      expect((await names(query)).at(-1), query).not.toBe("Sold");
    }
    await set(0);
    for (const query of ["q=sold", "q=sold&sort=price-low"]) expect(await names(query)).toEqual(["Sold"]);
    expect(await names("instock=true")).toEqual(["Cheap", "Dear"]);
  });

  test("hostile values find nothing, or are dropped, and cost no statement of their own", async () => {
    await put({ name: "Cap", type: "Cap" });
    for (const query of [
      "type=%00",
      "size=%F0%9F&color=%27",
      "type='); drop table products; --",
      "size={M,L}",
    ]) {
      const { count, facets } = await list(query);
      expect(count, query).toBeLessThanOrEqual(1);
      expect(facets.categories.ALL).toBeLessThanOrEqual(1);
    }
    expect(await names("price=1-2&price=__proto__")).toEqual(["Cap"]);
  });

  test("a misspelled search that filters narrow to nothing still counts what it found", async () => {
    await put({ name: "Waste Area", type: "Bucket hat", color: "Pine" });
    await put({ name: "Harbor", type: "Polo", category: "Shirts", color: "Navy" });
    const found = await list("q=bukcet");
    expect([found.count, found.correction]).toEqual([1, "bucket"]);
    const narrowed = await list("q=bukcet&type=polo");
    expect([narrowed.count, narrowed.correction]).toEqual([0, null]);
    expect(narrowed.facets.types.map(({ value, count }) => [value, count])).toEqual([
      ["bucket hat", 1],
      ["polo", 0],
    ]);
  });

  test("words that restrict nothing are answered by the list, with its order and its counts", async () => {
    await put({ name: "Sold", type: "Cap", options: sizes({ M: 0 }), createdAt: "2026-03-01" });
    await put({ name: "New", type: "Cap", options: sizes({ M: 1 }), createdAt: "2026-02-01" });
    await put({ name: "Old", type: "Polo", options: sizes({ M: 1 }), createdAt: "2026-01-01" });
    for (const query of ["", "&type=cap", "&instock=true&size=M", "&sort=price-high", "&type=sock"]) {
      expect(await list(`q=golf${query}`), query).toEqual(await list(query));
    }
    const suggested = await suggestProducts(store.shop, "golf", 2);
    expect([suggested.count, suggested.products.map(({ name }) => name)]).toEqual([3, ["New", "Old"]]);
  });

  test("of words that more products have than all pages show, filters count all that the list finds", async () => {
    await sql`insert into products (name, price, category, type, stock, created_at)
      select 'Ball ' || n, 3000, 'Hats', case when n <= 1300 then 'Polo' else 'Cap' end, n % 2,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 1400) n`.execute(store.shop.db);
    const { facets } = await list("q=ball");
    expect(facets.types.map(({ value, count }) => [value, count])).toEqual([
      ["cap", 100],
      ["polo", 1300],
    ]);
    expect([facets.categories.ALL, facets.inStock]).toEqual([1400, 700]);
    expect((await list("q=ball&type=cap")).count).toBe(100);
    expect((await list("q=ball&instock=true&type=polo")).count).toBe(650);
  });

  test("are counted anew after some changes, not after each, and count the same before and after", async () => {
    const version = async () => {
      const { rows } = await sql<{ version: string }>`select version from facet_counts`.execute(
        store.shop.db,
      );
      return rows[0]?.version;
    };
    await foldFacetCounts(store.shop, { least: 1 });
    const first = await version();
    store.clock.advance(24 * 60 * 60_000);
    await foldFacetCounts(store.shop);
    expect(await version(), "a day old to the millisecond").toBe(first);
    await put({ name: "One", type: "Visor" });
    const gone = await put({ name: "Two", type: "Beanie" });
    await foldFacetCounts(store.shop);
    expect(await version(), "a few changes").toBe(first);
    await store.shop.db.deleteFrom("products").where("id", "=", gone).execute();
    const before = await list("");
    expect(before.facets.types.map(({ value, count }) => [value, count])).toEqual([["visor", 1]]);
    await foldFacetCounts(store.shop, { least: 1 });
    expect(await version()).not.toBe(first);
    expect(await list("")).toEqual(before);
    await sql`delete from facet_counts`.execute(store.shop.db);
    expect(await list(""), "without kept numbers").toEqual(before);
  });

  test("each list and each count is what looking at every product would give, after any changes", async () => {
    const random = seededRandom(7);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const facts = () => ({
      type: pick(["", "Polo", "polo", "Rope cap"]),
      color: pick(["", "Pine", "Bone/Green", "Navy", "Calcutta"]),
      price: pick([2_400, 2_500, 4_999, 5_000, 60_000]),
      sale_price: pick([null, 2_000]),
      category: pick(["Hats", "Shirts"] as const),
    });
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const stock = pick<Record<string, number>>([
        { "": 2 },
        { "": 0 },
        { S: 1, XXL: 0 },
        { M: 0 },
        { "2XL": 3, M: 1 },
      ]);
      const id = await putOnShelf(store.shop, {
        options: sizes(stock),
        status: pick(["active", "active", "draft"]),
      });
      await store.shop.db.updateTable("products").set(facts()).where("id", "=", id).execute();
      ids.push(id);
    }
    const change = () =>
      pick([
        () => store.shop.db.updateTable("products").set(facts()).where("id", "=", pick(ids)).execute(),
        () =>
          sql`update inventory set on_hand = ${pick([0, 2])} where product_id = ${pick(ids)}`.execute(
            store.shop.db,
          ),
        () =>
          sql`update inventory set variation = 'L' where product_id = ${pick(ids)} and variation = 'M'`.execute(
            store.shop.db,
          ),
        () =>
          sql`delete from inventory where product_id = ${pick(ids)} and variation = 'XXL'`.execute(
            store.shop.db,
          ),
        () =>
          sql`insert into inventory (product_id, variation, position, on_hand) values (${pick(ids)}, 'XXL', 9, 1)
          on conflict do nothing`.execute(store.shop.db),
        () =>
          sql`update products set status = ${pick(["active", "draft"])} where id = ${pick(ids)}`.execute(
            store.shop.db,
          ),
        () => foldFacetCounts(store.shop, { least: 1 }),
      ])();
    const some = (...values: string[]) => fc.subarray(values, { maxLength: 2 });
    const searches = fc.record({
      category: fc.constantFrom("ALL", "HATS", "SHIRTS"),
      type: some("polo", "rope cap", "sock"),
      color: some("green", "white", "navy", "calcutta"),
      size: some("M", "L", "2XL", "S"),
      price: some("0-25", "25-50", "50-75", "500-"),
      sale: fc.constantFrom("", "true"),
      instock: fc.constantFrom("", "true"),
    });
    await fc.assert(
      fc.asyncProperty(searches, async ({ category, sale, instock, ...several }) => {
        await change();
        const params = new URLSearchParams({ category, sale, instock });
        for (const [name, values] of Object.entries(several))
          for (const value of values) params.append(name, value);
        const search = parseShopSearch(params);
        const rows = await everyProduct();
        const { products, count, facets } = await listProducts(store.shop, search);
        const passing = rows.filter((row) => passes(row, search));
        expect(products.map(({ id }) => id).sort()).toEqual(passing.map(({ id }) => id).sort());
        expect(count).toBe(passing.length);
        for (const name of ["types", "colors", "sizes", "prices"] as const) {
          for (const { value, count } of facets[name]) {
            const alone = { ...search, [name]: [value] };
            expect(count, `${name} ${value}`).toBe(rows.filter((row) => passes(row, alone)).length);
          }
          const offered = facets[name].map(({ value }) => value);
          const others = rows.filter((row) => passes(row, { ...search, [name]: [] }));
          for (const value of others.flatMap((row) => row[name])) expect(offered).toContain(value);
        }
        expect(facets.sale).toBe(rows.filter((row) => passes(row, { ...search, sale: true })).length);
        expect(facets.inStock).toBe(rows.filter((row) => passes(row, { ...search, inStock: true })).length);
        for (const category of ["ALL", "HATS", "SHIRTS"] as const)
          expect(facets.categories[category]).toBe(
            rows.filter((row) => passes(row, { ...search, category })).length,
          );
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

/** Every product that is sold, as filters see it, without the rows that are kept for them. */
async function everyProduct() {
  type Row = {
    id: string;
    category: string;
    type: string;
    color: string;
    price: number;
    sale: boolean;
    stock: number;
    options: string[];
  };
  const { rows } = await sql<Row>`
    select p.id, p.category, p.type, p.color, p.effective_price as price, p.on_sale as sale, p.stock,
      array(select variation from inventory i where i.product_id = p.id and variation <> '' and on_hand > held) as options
    from products p where p.status = 'active'`.execute(store.shop.db);
  return rows.map(({ type, color, price, options, ...row }) => ({
    ...row,
    types: type ? [typeKey(type)] : [],
    colors: colorKeys(color),
    sizes: [...new Set(options.map(sizeKey))],
    prices: priceBands
      .filter(({ from, below }) => price >= from && (below === null || price < below))
      .map(({ value }) => value),
  }));
}

type Seen = Awaited<ReturnType<typeof everyProduct>>[number];

function passes(row: Seen, { category, sale, inStock, ...several }: ShopSearch): boolean {
  if (category !== "ALL" && row.category.toUpperCase() !== category) return false;
  if ((sale && !row.sale) || (inStock && row.stock === 0)) return false;
  return (["types", "colors", "sizes", "prices"] as const).every(
    (name) => several[name].length === 0 || several[name].some((value) => row[name].includes(value)),
  );
}
