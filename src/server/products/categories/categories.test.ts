import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { categoryFormOf, emptyCategory } from "#domain/category/category-form.ts";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { listProducts } from "#server/catalog/list-products.ts";
import { loadHome } from "#server/catalog/load-home.ts";
import { createDiscount } from "#server/checkout/discounts/save-discount.ts";
import { nowOf } from "#server/core/shop.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { insertSpareImages, takeDueImages } from "#server/files/pictures/image-queries.ts";
import { sitemap } from "#server/http/feeds/sitemap.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { OWNER } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { findCategoryUses } from "./category-writes.ts";
import { deleteCategory } from "./delete-category.ts";
import { moveCategory, type SaveCategory, saveCategory } from "./save-category.ts";

const store = freshShop();

const categories = async () => (await loadConfiguration(store.shop)).categories;
const named = async (id: string) => (await categories()).find((category) => category.id === id);

async function save(form: Partial<typeof emptyCategory>, change: Partial<SaveCategory> = {}, base?: object) {
  return saveCategory(store.shop, {
    ...{ id: null, picture: null, actor: OWNER, ...change },
    fields: { ...emptyCategory, ...form, ...(base && { base: JSON.stringify(base) }) },
  });
}

const spareImages = async () =>
  (await store.shop.db.selectFrom("spare_images").select("url").execute()).map(({ url }) => url);

const listed = async (category: string) => listProducts(store.shop, { ...defaultShopSearch, category });
const namesIn = async (category: string) => (await listed(category)).products.map(({ name }) => name);

test("[BR-4] a new shop has Hats and Shirts at the specified addresses", async () => {
  expect((await categories()).map(({ id, name, slug }) => [id, name, slug])).toEqual([
    ["Hats", "Hats", "HATS"],
    ["Shirts", "Shirts", "SHIRTS"],
  ]);
});

test("[BR-4] a category that the owner adds is a list, a filter, a door and a page of the sitemap", async () => {
  expect(await save({ name: "Golf Bags", text: "Carry less." })).toMatchObject({ ok: true });
  const bag = await putOnShelf(store.shop, { name: "Sunday Bag", category: "Golf Bags" as "Hats" });
  await putOnShelf(store.shop, { name: "Cap" });
  const list = await listed("GOLF-BAGS");
  expect(list.products).toMatchObject([{ id: bag, category: { slug: "GOLF-BAGS", name: "Golf Bags" } }]);
  expect(list.category).toMatchObject({ name: "Golf Bags", text: "Carry less." });
  expect(list.facets.categories.map(({ value, count }) => [value, count])).toEqual([
    ["HATS", 1],
    ["SHIRTS", 0],
    ["GOLF-BAGS", 1],
  ]);
  expect((await loadHome(store.shop)).home.categories.map(({ name }) => name)).toContain("Golf Bags");
  expect(await sitemap(store.shop)).toContain("/shop?category=GOLF-BAGS");
});

test("[BR-4] an unknown category's address lists the whole shop", async () => {
  await putOnShelf(store.shop, { name: "Cap" });
  expect(await namesIn("SOCKS")).toEqual(["Cap"]);
  expect((await listed("SOCKS")).category).toBeNull();
});

test("[BR-4] a renamed category keeps its products, and its former address redirects to it", async () => {
  await putOnShelf(store.shop, { name: "Cap" });
  expect(await save({ name: "Caps", slug: "caps" }, { id: "Hats" })).toMatchObject({ ok: true });
  expect(await namesIn("HATS")).toEqual(["Cap"]);
  expect((await listed("HATS")).category).toMatchObject({ slug: "CAPS", name: "Caps" });
  expect(await save({ name: "Caps", slug: "HATS" }, { id: "Hats" })).toMatchObject({ ok: true });
  expect(await named("Hats")).toMatchObject({ slug: "HATS", formerSlugs: ["CAPS"] });
  expect(await save({ name: "Hats" })).toMatchObject({ ok: true, now: { slug: "HATS-2" } });
  expect(await named("Hats 2")).toMatchObject({ name: "Hats" });
});

test("[BR-4] a hidden category is not linked anywhere, but its address and its products keep working", async () => {
  await putOnShelf(store.shop, { name: "Cap" });
  await save({ name: "Hats", slug: "HATS", isHidden: true }, { id: "Hats" });
  const offered = async (category: string) =>
    (await listed(category)).facets.categories.map(({ value }) => value);
  expect(await offered("ALL")).toEqual(["SHIRTS"]);
  expect(await offered("HATS")).toEqual(["HATS", "SHIRTS"]);
  expect([await namesIn("HATS"), await namesIn("ALL")]).toEqual([["Cap"], ["Cap"]]);
  expect((await loadHome(store.shop)).home.categories.map(({ slug }) => slug)).toEqual(["SHIRTS"]);
  expect(await sitemap(store.shop)).not.toContain("category=HATS");
});

describe("[BR-4] the form of a category", () => {
  test.each([
    [{ name: "" }, { name: "Enter a name" }],
    [{ name: "hats" }, { name: "Another category has this name" }],
    [{ name: "x".repeat(41) }, { name: "Name must be at most 40 characters long" }],
    [{ name: "⛳" }, { slug: expect.stringContaining("letters A to Z") }],
    [{ name: "Bags", slug: "⛳" }, { slug: expect.stringContaining("letters A to Z") }],
    [{ name: "Bags", slug: "all" }, { slug: expect.stringContaining("whole shop") }],
    [{ name: "Bags", slug: "hats" }, { slug: "Another category has this address" }],
    [{ name: "Bags", text: "x".repeat(20_000) }, { text: expect.stringContaining("at most 500") }],
    [{ name: "Bags", googleCategory: "belts" }, { googleCategory: expect.stringContaining("173") }],
  ])("%j is refused with the reason", async (form, errors) => {
    expect(await save(form)).toEqual({ ok: false, reason: "invalid", errors });
    expect(await categories()).toHaveLength(2);
  });

  test("HTML stays text, and characters that change the reading direction are removed", async () => {
    await save({ name: "\u202eBags", slug: "BAGS", text: "<script>alert(1)</script>\nA & B" });
    expect(await named("Bags")).toMatchObject({ name: "Bags", text: "<script>alert(1)</script> A & B" });
  });

  test("a name whose address is taken gets another address", async () => {
    await save({ name: "Golf Bags" });
    await save({ name: "Golf-Bags" });
    expect(await named("Golf-Bags")).toMatchObject({ slug: "GOLF-BAGS-2" });
  });

  test("tells the second of two tabs, and saves nothing of it", async () => {
    const opened = categoryFormOf((await named("Hats"))!);
    await save({ name: "Caps", slug: "HATS" }, { id: "Hats" }, opened);
    const second = await save({ name: "Lids", slug: "HATS" }, { id: "Hats" }, opened);
    expect(second).toMatchObject({ ok: false, reason: "changed", now: { name: "Caps" } });
    expect(await named("Hats")).toMatchObject({ name: "Caps" });
    expect(await save({ name: "Lids" }, { id: "Gone" })).toEqual({ ok: false, reason: "not_found" });
  });

  test("accepts a picture with a description, and refuses other files", async () => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#345" } })
      .png()
      .toBuffer();
    const saved = await save({ name: "Bags", alt: "A bag" }, { picture: bytes });
    expect(saved).toMatchObject({ ok: true });
    const url = expect.stringContaining(".webp");
    expect(await named("Bags")).toMatchObject({ picture: { url, alt: "A bag" } });
    expect(await save({ name: "Belts" }, { picture: bytes })).toMatchObject({
      errors: { alt: expect.any(String) },
    });
    const svg = new TextEncoder().encode("<svg onload='alert(1)'/>");
    expect(await save({ name: "Belts" }, { picture: svg })).toMatchObject({
      errors: { picture: expect.any(String) },
    });
    const dropped = (await named("Bags"))?.picture?.url;
    await save({ name: "Bags" }, { id: "Bags", picture: "removed" });
    expect(await named("Bags")).toMatchObject({ picture: null });
    expect(await spareImages()).toEqual([dropped]);
    await save({ name: "Bags", alt: "A bag" }, { id: "Bags", picture: bytes });
    const shown = (await named("Bags"))?.picture?.url ?? "";
    await insertSpareImages(store.shop.db, [shown], new Date(0));
    expect(await inTransaction(store.shop, (tx) => takeDueImages(tx, nowOf(store.shop), 9))).toEqual([]);
    await deleteCategory(store.shop, { id: "Bags", target: "Hats", actor: OWNER });
    expect(await spareImages()).toContain(shown);
  });
});

test("[BR-4] categories are listed in the owner's order", async () => {
  await save({ name: "Belts" });
  const move = (id: string, isUp: boolean) => moveCategory(store.shop, { id, isUp, actor: OWNER });
  await move("Belts", true);
  await move("Hats", true);
  await move("Gone", true);
  expect((await categories()).map(({ id }) => id)).toEqual(["Hats", "Belts", "Shirts"]);
});

describe("[BR-4] a category that is deleted", () => {
  const remove = (id: string, target: string) => deleteCategory(store.shop, { id, target, actor: OWNER });

  test("moves its products and links to the category that the owner chooses", async () => {
    await save({ name: "Belts" });
    await save({ name: "Straps", slug: "STRAPS" }, { id: "Belts" });
    await putOnShelf(store.shop, { name: "Belt", category: "Belts" as "Hats" });
    await putOnShelf(store.shop, { name: "Old belt", category: "Belts" as "Hats", status: "archived" });
    expect(await findCategoryUses(store.shop.db, "Belts")).toMatchObject({ products: 2 });
    expect(await remove("Belts", "Hats")).toEqual({ ok: true, moved: 2 });
    for (const slug of ["STRAPS", "BELTS", "HATS"]) expect(await namesIn(slug)).toEqual(["Belt"]);
    expect((await listed("BELTS")).category).toMatchObject({ slug: "HATS" });
  });

  test("turns off a discount that was only for it, and keeps one for other categories", async () => {
    await save({ name: "Belts" });
    const create = async (code: string, ids: string[]) => {
      const form = { ...emptyDiscount, code, value: "10", scope: "categories" as const, categories: ids };
      return createDiscount(store.shop, { form, actor: OWNER });
    };
    await create("BELTS", ["Belts"]);
    await create("BOTH", ["Hats", "Belts"]);
    expect((await findCategoryUses(store.shop.db, "Belts")).discounts).toEqual([
      { name: "BELTS", isOnlyFor: true, isOn: true },
      { name: "BOTH", isOnlyFor: false, isOn: true },
    ]);
    await remove("Belts", "Shirts");
    const rows = await store.shop.db
      .selectFrom("discounts")
      .select(["code", "categories", "is_on"])
      .orderBy("code")
      .execute();
    expect(rows).toEqual([
      { code: "BELTS", categories: [], is_on: false },
      { code: "BOTH", categories: ["Hats"], is_on: true },
    ]);
  });

  test("needs another category for its products", async () => {
    for (const target of ["Hats", "Gone", ""])
      expect(await remove("Hats", target)).toEqual({ ok: false, reason: "no_target" });
    expect(await remove("Gone", "Hats")).toEqual({ ok: false, reason: "not_found" });
    expect(await categories()).toHaveLength(2);
  });
});
