import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { countingStatements, emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import type { Shop } from "../core/shop.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { KeptCatalog } from "./kept-catalog.ts";
import { listProducts, recallProducts } from "./list-products.ts";

const store = sharedShop();
beforeEach(() => emptyShelves(store.shop));

const namesOf = (products: readonly { name: string }[] | undefined) =>
  products?.map(({ name }) => name).sort();
const namesIn = async (shop: Shop) => namesOf((await listProducts(shop, defaultShopSearch)).products);
/** The shop with a separate catalog. */
const keeping = (catalog: KeptCatalog, shop = store.shop): Shop => ({
  ...shop,
  memory: { ...shop.memory, catalog },
});
const rename = (id: string, name: string) =>
  store.shop.db.updateTable("products").set({ name }).where("id", "=", id).execute();

/** The same process after its database went down. */
function withoutDatabase(shop: Shop): Shop {
  const db = shop.db.withPlugin({
    transformQuery: () => {
      throw new Error("the database does not respond");
    },
    transformResult: async ({ result }) => result,
  });
  return { ...shop, db };
}

describe("what is read of a product", () => {
  test("[DB-3] a card has its price, sale, stock, options, category and two pictures", async () => {
    const id = await putOnShelf(store.shop, {
      name: "Harbor Polo",
      category: "Shirts",
      price: 6_000,
      salePrice: 4_500,
      image: "/storage/main.webp",
      alt: "A polo",
      extras: [
        { url: "/storage/third.webp", order: 2 },
        { url: "/storage/second.webp", order: 1 },
      ],
      options: [
        { variation: "M", onHand: 4, held: 1 },
        { variation: "L", onHand: 2 },
      ],
      createdAt: "2026-02-03T04:05:06.789Z",
    });
    const [main, second] = [
      { url: "/storage/main.webp", alt: "A polo" },
      { url: "/storage/second.webp", alt: "Harbor Polo" },
    ];
    const list = async () => (await listProducts(store.shop, defaultShopSearch)).products;
    expect(await list()).toEqual([
      {
        id,
        path: `/product/${id}/harbor-polo`,
        name: "Harbor Polo",
        category: { id: "Shirts", slug: "SHIRTS", name: "Shirts" },
        price: 6_000,
        salePrice: 4_500,
        quantity: 5,
        hasOptions: true,
        images: [main, second],
        createdAt: "2026-02-03T04:05:06.789Z",
      },
    ]);
    await sql`update jobs set done_at = now() where kind = 'avif' and key = ${second.url}`.execute(
      store.shop.db,
    );
    expect((await list())[0]?.images).toEqual([main, { ...second, hasAvif: true }]);
    await emptyShelves(store.shop);
    await putOnShelf(store.shop, { image: null, salePrice: 3_000 });
    expect((await list())[0]).toMatchObject({ hasOptions: false, images: [], quantity: 5, salePrice: null });
  });

  test("neither drafts nor archived products are for sale, and a held option can't be bought", async () => {
    await putOnShelf(store.shop, { name: "Draft", status: "draft" });
    await putOnShelf(store.shop, { name: "Archived", status: "archived" });
    await putOnShelf(store.shop, { name: "Held", options: [{ variation: "M", onHand: 2, held: 2 }] });
    const { products, facets } = await listProducts(store.shop, defaultShopSearch);
    expect(namesOf(products)).toEqual(["Held"]);
    expect([facets.sizes, facets.inStock]).toEqual([[], 0]);
  });

  test("two of one second are sorted by their microseconds", async () => {
    await putOnShelf(store.shop, { name: "Later", createdAt: "2026-01-01T00:00:00.000002Z" });
    await putOnShelf(store.shop, { name: "Earlier", createdAt: "2026-01-01T00:00:00.000001Z" });
    const { products } = await listProducts(store.shop, defaultShopSearch);
    expect(products.map(({ name }) => name)).toEqual(["Later", "Earlier"]);
  });
});

describe("a process without notifications", () => {
  test("rereads everything for each request", async () => {
    const id = await putOnShelf(store.shop, { name: "Cap" });
    expect(await namesIn(store.shop)).toEqual(["Cap"]);
    await rename(id, "Other Cap");
    expect(await namesIn(store.shop)).toEqual(["Other Cap"]);
  });
});

describe("a process with notifications", () => {
  test("answers from memory, and only reads the products that changed", async () => {
    const [cap, polo, gone] = [
      await putOnShelf(store.shop, { name: "Cap" }),
      await putOnShelf(store.shop, { name: "Polo" }),
      await putOnShelf(store.shop, { name: "Gone" }),
    ];
    const catalog = new KeptCatalog({ isTold: true });
    const counted = countingStatements(keeping(catalog));
    expect(await namesIn(counted.shop)).toEqual(["Cap", "Gone", "Polo"]);
    const first = counted.statements();
    expect(await namesIn(counted.shop)).toEqual(["Cap", "Gone", "Polo"]);
    expect(counted.statements()).toBe(first);

    await rename(cap, "New Cap");
    await rename(polo, "New Polo");
    await store.shop.db.updateTable("products").set({ status: "draft" }).where("id", "=", gone).execute();
    const added = await putOnShelf(store.shop, { name: "Added" });
    for (const id of [cap, gone, added]) catalog.note({ kind: "product", id });
    expect(await namesIn(counted.shop)).toEqual(["Added", "New Cap", "Polo"]);
    expect(counted.statements()).toBe(first + 1);
  });

  test("rereads everything when it doesn't know what changed, or when a lot did", async () => {
    const id = await putOnShelf(store.shop, { name: "Cap" });
    const catalog = new KeptCatalog({ isTold: true });
    await namesIn(keeping(catalog));
    await rename(id, "New Cap");
    catalog.note({ kind: "everything" });
    expect(await namesIn(keeping(catalog))).toEqual(["New Cap"]);
    await rename(id, "Newest Cap");
    for (let count = 0; count <= 500; count += 1) catalog.note({ kind: "product", id: store.shop.newId() });
    expect(await namesIn(keeping(catalog))).toEqual(["Newest Cap"]);
  });

  test("[FI-2] rereads the owner's synonyms after the settings change", async () => {
    await putOnShelf(store.shop, { name: "Cap" });
    const catalog = new KeptCatalog({ isTold: true });
    const shop = keeping(catalog);
    const found = async () => (await listProducts(shop, { ...defaultShopSearch, query: "lid" })).count;
    expect(await found()).toBe(0);
    await loadSettings(store.shop);
    await sql`update store_settings set synonyms = '[["lid", "cap"]]'`.execute(store.shop.db);
    expect(await found()).toBe(0);
    catalog.note({ kind: "settings" });
    expect(await found()).toBe(1);
    await sql`update store_settings set synonyms = '[]'`.execute(store.shop.db);
  });

  test("a request during a read gets everything committed before the request", async () => {
    const id = await putOnShelf(store.shop, { name: "Cap" });
    const catalog = new KeptCatalog({ isTold: true });
    const shop = keeping(catalog);
    await namesIn(shop);
    catalog.note({ kind: "product", id });
    const before = namesIn(shop);
    await rename(id, "New Cap");
    catalog.note({ kind: "product", id });
    const after = await Promise.all([namesIn(shop), namesIn(shop), before]);
    expect(after.slice(0, 2)).toEqual([["New Cap"], ["New Cap"]]);
  });

  test("keeps a change that it could not read", async () => {
    const id = await putOnShelf(store.shop, { name: "Cap" });
    const catalog = new KeptCatalog({ isTold: true });
    const shop = keeping(catalog);
    const broken = withoutDatabase(shop);
    await expect(namesIn(broken)).rejects.toThrow("does not respond");
    expect(await namesIn(shop)).toEqual(["Cap"]);
    for (const change of [{ kind: "product", id }, { kind: "everything" }] as const) {
      await rename(id, `After ${change.kind}`);
      catalog.note(change);
      await expect(namesIn(broken)).rejects.toThrow("does not respond");
      expect(await namesIn(shop)).toEqual([`After ${change.kind}`]);
    }
  });
});

describe("[SH-7] while the database can't be read", () => {
  test("a shop that never read its catalog has no list", async () => {
    const shop = keeping(new KeptCatalog({ isTold: true }), withoutDatabase(store.shop));
    expect(await recallProducts(shop, defaultShopSearch)).toEqual({ isFresh: false, list: null });
  });

  test("every search uses the last known catalog", async () => {
    await putOnShelf(store.shop, { name: "Dear Cap", price: 9_000 });
    await putOnShelf(store.shop, { name: "Cheap Cap", price: 1_000 });
    await putOnShelf(store.shop, { name: "Polo", category: "Shirts" });
    const shop = keeping(new KeptCatalog({ isTold: false }));
    const search = { ...defaultShopSearch, category: "HATS" as const, sort: "price-low" as const };
    const fresh = await recallProducts(shop, search);
    expect([fresh.isFresh, fresh.list?.products.map(({ name }) => name)]).toEqual([
      true,
      ["Cheap Cap", "Dear Cap"],
    ]);
    const broken = withoutDatabase(shop);
    expect(await recallProducts(broken, search)).toEqual({ isFresh: false, list: fresh.list });
    const never = await recallProducts(broken, { ...search, category: "SHIRTS", query: "polo" });
    expect(namesOf(never.list?.products)).toEqual(["Polo"]);
  });
});
