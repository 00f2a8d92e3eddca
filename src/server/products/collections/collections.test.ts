import { expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { collectionBlock, listCollection, listShownCollections } from "../../catalog/collections.ts";
import { listCollections, newCollectionForm } from "../../catalog/list-collections.ts";
import { suggestProducts } from "../../catalog/search/suggest-products.ts";
import { productFeed } from "../../http/feeds/product-feed.ts";
import { findRedirect } from "../../settings/redirects/find-redirect.ts";
import { deleteCollection, moveCollection, saveCollection } from "./save-collection.ts";
import { turnDueCollections } from "./turn-collections.ts";

const store = freshShop();

const form = { ...newCollectionForm, name: "Gifts", isOn: "on", isOnSale: "on" };
const save = (fields: Record<string, unknown>, id: string | null = null) =>
  saveCollection(store.shop, { actor, id, fields: { ...form, ...fields } });
async function add(fields: Record<string, unknown> = {}): Promise<string> {
  const saved = await save(fields);
  if (!saved.ok || !saved.id) throw new Error(JSON.stringify(saved));
  return saved.id;
}
const errorsOf = async (fields: Record<string, unknown>) => {
  const saved = await save(fields);
  return saved.ok || saved.reason !== "invalid" ? saved : Object.keys(saved.errors);
};
const list = (slug: string, pages = 1) => listCollection(store.shop, { slug, sort: null, pages });

test("[BR-6] a collection by rule shows what the rule finds now, page by page", async () => {
  for (let at = 0; at < 30; at += 1) await putOnShelf(store.shop, { name: `Cap ${at}` });
  await putOnShelf(store.shop, { name: "Polo", category: "Shirts" });
  await store.shop.db
    .updateTable("products")
    .set({ type: "Rope cap" })
    .where("category", "=", "Hats")
    .execute();
  await add({ name: "Rope Caps", types: "rope CAP, visor", isOnSale: "" });
  expect(await list("rope-caps")).toMatchObject({ count: 30, hasMore: true, sort: "newest" });
  expect((await list("rope-caps", 2))?.products).toHaveLength(30);
  await add({ name: "Socks", types: "sock", isOnSale: "" });
  expect(await list("socks")).toMatchObject({ count: 0, products: [], hasMore: false });
  expect(await list("nothing")).toBeNull();
  const suggestions = await suggestProducts(store.shop, "rope", 4);
  expect(suggestions.collections).toEqual([{ name: "Rope Caps", slug: "rope-caps" }]);
});

test("[BR-6] a collection by tag, and one by hand even after one of its products was deleted", async () => {
  const cap = await putOnShelf(store.shop, { name: "Cap" });
  const polo = await putOnShelf(store.shop, { name: "Polo" });
  await store.shop.db.updateTable("products").set({ tags: "Gift, new" }).where("id", "=", polo).execute();
  await add({ name: "Tagged", isOnSale: "", tags: "gift" });
  expect((await list("tagged"))?.products.map(({ id }) => id)).toEqual([polo]);
  const productIds = [polo, countedUuid(404), cap].join();
  const id = await add({ name: "By hand", way: "hand", productIds });
  expect((await list("by-hand"))?.products.map((product) => product.id)).toEqual([polo, cap]);
  expect((await collectionBlock(store.shop, { id, limit: 1 }))?.products.map((one) => one.id)).toEqual([
    polo,
  ]);
  await deleteCollection(store.shop, { actor, id });
  expect(await collectionBlock(store.shop, { id, limit: 1 })).toBeNull();
});

test("[BR-6] an address that is taken, reserved, or without letters is refused; a typed one is normalized", async () => {
  await add({ slug: " Summer Sale! " });
  expect((await listShownCollections(store.shop))[0]?.slug).toBe("summer-sale");
  expect(await errorsOf({ slug: "summer-sale" })).toEqual(["slug"]);
  expect(await errorsOf({ slug: "checkout" })).toEqual(["slug"]);
  expect(await errorsOf({ slug: "🔥" })).toEqual(["slug"]);
  expect(await errorsOf({ name: "🔥🔥" })).toEqual(["slug"]);
});

test("[BR-6] a rule that asks for nothing, an end before the start, and texts that are too long are refused", async () => {
  expect(await errorsOf({ isOnSale: "" })).toEqual(["categories"]);
  expect(await errorsOf({ startsAt: "2026-06-02T09:00", endsAt: "2026-06-01T09:00" })).toEqual(["endsAt"]);
  expect(await errorsOf({ name: "x".repeat(20_000) })).toEqual(["name"]);
  expect(await errorsOf({ way: "hand", productIds: "1,2" })).toEqual(["productIds"]);
  expect(await errorsOf({ feedLabel: "5" })).toEqual(["feedLabel"]);
});

test("[BR-6] [BR-8] a collection with a new address is found under its former one, and a second tab is refused", async () => {
  const id = await add();
  const opened = { ...newCollectionForm, name: "Gifts", slug: "gifts", isOn: true, isOnSale: true };
  expect(await save({ slug: "presents", base: JSON.stringify(opened) }, id)).toMatchObject({ ok: true });
  expect(await findRedirect(store.shop, "/collections/gifts")).toBe("/collections/presents");
  expect(await save({ slug: "other", base: JSON.stringify(opened) }, id)).toMatchObject({
    reason: "changed",
  });
  expect(await save({}, countedUuid(404))).toMatchObject({ reason: "not_found" });
});

test("[BR-6] a dated collection is visible from its start to its end, and every process is notified of both", async () => {
  const now = new Date(store.shop.clock()).toISOString().slice(0, 10);
  await add({ startsAt: `${now}T23:00`, endsAt: "" });
  expect(await list("gifts")).toBeNull();
  expect(await turnDueCollections(store.shop)).toBe(0);
  store.clock.advance(48 * 60 * 60_000);
  expect(await list("gifts")).toMatchObject({ count: 0 });
  expect([await turnDueCollections(store.shop), await turnDueCollections(store.shop)]).toEqual([1, 0]);
});

test("[BR-6] the owner orders collections", async () => {
  const [one, two] = [await add({ name: "One" }), await add({ name: "Two" })];
  const names = async () => (await listCollections(store.shop)).map(({ name }) => name);
  await moveCollection(store.shop, { actor, id: two, by: -1 });
  await moveCollection(store.shop, { actor, id: two, by: -1 });
  expect(await names()).toEqual(["Two", "One"]);
  await moveCollection(store.shop, { actor, id: two, by: 1 });
  expect(await names()).toEqual(["One", "Two"]);
  expect(await moveCollection(store.shop, { actor, id: one.replace(/^./, "f"), by: 1 })).toMatchObject({
    ok: false,
  });
});

test("[BR-6] the feed has a collection's name in its label, for its products and while it is in the shop", async () => {
  const cap = await putOnShelf(store.shop, { name: "Cap" });
  await putOnShelf(store.shop, { name: "Polo", category: "Shirts" });
  const hats = { isOnSale: "", categories: "Hats" };
  const id = await add({ ...hats, name: "Gifts & more", feedLabel: "2" });
  await add({ ...hats, name: "Second of the label", feedLabel: "2" });
  await add({ ...hats, name: "By hand", way: "hand", productIds: cap, feedLabel: "0" });
  const labels = async () => {
    let feed = "";
    for await (const part of productFeed(store.shop)) feed += part;
    const items = feed.match(/<item>.*<\/item>/g) ?? [];
    return items.map((item) => item.match(/(?<=<g:custom_label_)\d>[^<]*/g));
  };
  expect((await labels()).toSorted()).toEqual([["2>Gifts &amp; more", "0>By hand"], null]);
  await save({ ...hats, name: "Gifts & more", feedLabel: "2", isOn: "" }, id);
  expect((await labels()).toSorted()).toEqual([["2>Second of the label", "0>By hand"], null]);
});
