import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import {
  adminProductSearchText,
  parseAdminProductSearch,
  samplesOnSale,
} from "#domain/product/admin-product-search.ts";
import type { BulkEdit } from "#domain/product/bulk-edit.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { examineSetup } from "#server/operations/doctor/examine-setup.ts";
import { findProduct } from "#test/pages/shown-product.ts";
import { OWNER } from "#test/sales/people.ts";
import { addProduct } from "#test/shop/products.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { PICTURE_WIDTHS } from "../../files/pictures/picture-sizes.ts";
import { bulkEdit } from "../../products/bulk/bulk-edit.ts";
import { listAdminProducts } from "../../products/list-admin-products.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { listProducts } from "../list-products.ts";
import { type SampleProduct, seedSampleCatalog } from "./seed-sample-catalog.ts";

const DAY_MS = 86_400_000;
let store: TestShop;
let picturesFolder: string;
beforeAll(async () => {
  store = await createTestShop();
  picturesFolder = await mkdtemp(path.join(tmpdir(), "shop-pictures-"));
  for (const name of ["front.webp", "back.webp", "cap.webp"])
    for (const width of PICTURE_WIDTHS) {
      const file = imageAtWidth(name, width);
      await writeFile(path.join(picturesFolder, file), `the bytes of ${file}`);
    }
  await writeFile(path.join(picturesFolder, "torn.webp"), "the largest size alone");
});
afterAll(async () => {
  await rm(picturesFolder, { recursive: true, force: true });
  await store.close();
});
beforeEach(async () => {
  await emptyShelves(store.shop);
  await store.shop.db.deleteFrom("store_settings").execute();
  store.files.clear();
});

const polo: SampleProduct = {
  name: "Sample Polo",
  category: "Shirts",
  price: 6_000,
  salePrice: 4_800,
  description: "A sample.",
  options: [
    { variation: "S", quantity: 0 },
    { variation: "M", quantity: 7 },
  ],
  pictures: [
    { file: "front.webp", alt: "The front" },
    { file: "back.webp", alt: "The back" },
  ],
  createdDaysAgo: 3,
};
const cap: SampleProduct = {
  name: "Sample Cap",
  category: "Hats",
  price: 3_000,
  salePrice: null,
  description: "A sample.",
  options: [{ variation: "", quantity: 9 }],
  pictures: [{ file: "cap.webp", alt: "The cap" }],
  createdDaysAgo: 30,
};

const seed = (products: SampleProduct[] = [polo, cap], shop = store.shop) =>
  seedSampleCatalog(shop, { products, picturesFolder });
const list = async () => (await listProducts(store.shop, defaultShopSearch)).products;

describe("filling a new shop with samples", () => {
  test("a new shop gets every sample product with its stock, pictures and age", async () => {
    expect(await seed()).toBe(2);
    const [first, second] = await list();
    const product = await findProduct(store.shop, { id: first!.id });
    expect(product).toMatchObject({
      name: "Sample Polo",
      category: { id: "Shirts", slug: "SHIRTS", name: "Shirts" },
      price: 6_000,
      salePrice: 4_800,
      quantity: 7,
    });
    expect(product?.options).toMatchObject([
      { variation: "S", available: 0 },
      { variation: "M", available: 7 },
    ]);
    expect(product?.images.map((image) => image.alt)).toEqual(["The front", "The back"]);
    const stored = (url: string, width: number) =>
      Buffer.from(store.files.get(imageAtWidth(url.replace("/storage/", ""), width)) ?? "").toString();
    for (const width of PICTURE_WIDTHS)
      expect(product?.images.map(({ url }) => stored(url, width))).toEqual([
        `the bytes of ${imageAtWidth("front.webp", width)}`,
        `the bytes of ${imageAtWidth("back.webp", width)}`,
      ]);
    expect(Date.parse(product!.createdAt)).toBe(store.clock.now() - 3 * DAY_MS);
    expect(second).toMatchObject({ name: "Sample Cap", quantity: 9, hasOptions: false, salePrice: null });
    const row = await store.shop.db.selectFrom("products").select("variations").orderBy("name").execute();
    expect(row.map((product) => product.variations)).toEqual([null, ["S", "M"]]);
  });

  test("the stock ledger explains the samples' stock", async () => {
    await seed();
    const movements = await store.shop.db
      .selectFrom("stock_movements")
      .innerJoin("inventory", "inventory.id", "variant_id")
      .select(["variation", "kind", "quantity"])
      .orderBy("quantity")
      .execute();
    expect(movements).toEqual([
      { variation: "M", kind: "initial", quantity: 7 },
      { variation: "", kind: "initial", quantity: 9 },
    ]);
  });

  test("[KN-5] samples without units count as samples, too, and the owner's products don't", async () => {
    await seed([polo, { ...cap, options: [{ variation: "", quantity: 0 }] }]);
    await addProduct(store.shop, { name: "The owner's" });
    const line = (await examineSetup(store.shop)).find(({ name }) => name === "Sample products");
    expect(line?.text).toBe("2 on sale.");
  });

  test("[KN-5] the doctor's link lists only samples on sale, and archiving them resolves the line", async () => {
    await seed([polo, cap]);
    await addProduct(store.shop, { name: "The owner's" });
    await addProduct(store.shop, { name: "Another of the owner's", status: "archived" });
    const examined = async () =>
      (await examineSetup(store.shop)).find(({ name }) => name === "Sample products");
    const to = new URL((await examined())?.fix?.to ?? "", "http://shop.example");
    const search = parseAdminProductSearch(to.searchParams);
    expect(search).toEqual(samplesOnSale);
    expect(adminProductSearchText(search)).toBe(to.search);
    const { products } = await listAdminProducts(store.shop, search);
    expect(products.map(({ name }) => name).sort()).toEqual(["Sample Cap", "Sample Polo"]);
    const edit: BulkEdit = { action: "archive", value: 0, from: "", to: "" };
    const ids = products.map(({ id }) => id);
    expect(await bulkEdit(store.shop, { ids, edit, seen: null, actor: OWNER })).toMatchObject({ ok: true });
    expect(await examined()).toMatchObject({ verdict: "fine", text: "None on sale." });
    expect((await listAdminProducts(store.shop, search)).products).toEqual([]);
    const archived = { ...search, tab: "archived" } as const;
    expect((await listAdminProducts(store.shop, archived)).products).toHaveLength(2);
  });

  test("samples come with an invented business, unless the owner has entered one", async () => {
    await seed();
    expect((await loadSettings(store.shop)).businessInfo).toEqual({
      storeName: "Golf Pro Shop",
      email: "hello@example.com",
      phone: "(602) 555-0142",
      address: "1 Fairway Lane, Phoenix, AZ 85001, USA",
      logoUrl: "",
    });
    await emptyShelves(store.shop);
    const business_info = JSON.stringify({ storeName: "Golf Pro Shop", email: "pat@example.com" });
    await store.shop.db.updateTable("store_settings").set({ business_info, version: 1 }).execute();
    await seed();
    expect((await loadSettings(store.shop)).businessInfo).toMatchObject({
      email: "pat@example.com",
      phone: "",
    });
  });

  test("[HM-1] the designated sample is at the top of the home page", async () => {
    await seed([polo, { ...cap, isHero: true }]);
    const { hero_product_id } = await store.shop.db
      .selectFrom("store_settings")
      .select("hero_product_id")
      .executeTakeFirstOrThrow();
    const { name } = await store.shop.db
      .selectFrom("products")
      .select("name")
      .where("id", "=", hero_product_id)
      .executeTakeFirstOrThrow();
    expect(name).toBe(cap.name);
  });

  test("a shop with any product, even a draft, gets no samples", async () => {
    await putOnShelf(store.shop, { status: "draft" });
    expect(await seed()).toBe(0);
    expect([store.files.size, (await list()).length]).toEqual([0, 0]);
  });

  test("samples appear all or not at all: a failed or killed start leaves an empty shop, which the next start fills", async () => {
    const torn = { ...cap, pictures: [{ file: "torn.webp", alt: "" }] };
    await expect(seed([polo, torn])).rejects.toThrow("torn-320.webp");
    expect(await list()).toEqual([]);
    await expect(seed([polo, { ...cap, price: 0 }])).rejects.toThrow();
    expect(await list()).toEqual([]);
    expect(await store.shop.db.selectFrom("stock_movements").select("id").execute()).toEqual([]);
    expect(await seed()).toBe(2);
    expect(await list()).toHaveLength(2);
  });

  test("every process is notified after samples changed the catalog", async () => {
    const seen: number[] = [];
    const catalogChanged = async () => void seen.push((await list()).length);
    await seed([polo, cap], { ...store.shop, catalogChanged });
    await seed([polo, cap], { ...store.shop, catalogChanged });
    expect(seen).toEqual([2]);
  });
});
