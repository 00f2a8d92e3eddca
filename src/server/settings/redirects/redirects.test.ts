import { expect, test } from "vitest";
import { nowOf } from "#server/core/shop.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { keepRetention } from "../../customers/retention/keep-retention.ts";
import { inTransaction } from "../../db/transaction.ts";
import { findRedirect, listMissing, listRedirects, MISSING_PAGES_MAX, noteMissing } from "./find-redirect.ts";
import { deleteRedirect, recordHandles, recordMove, saveRedirect } from "./save-redirect.ts";

const DAY_MS = 24 * 60 * 60_000;

const store = freshShop();

const save = (from: string, to: string) => saveRedirect(store.shop, { actor, fields: { from, to } });
const find = (path: string) => findRedirect(store.shop, path);
const all = async () => (await listRedirects(store.shop, { query: "", after: null })).redirects;

test("[BR-8] a redirect leads straight to its end, in whatever order redirects were made", async () => {
  await save("/b", "/c?x=1");
  await save("/a", "/b");
  await save("/c", "/shop?sale=true");
  for (const path of ["/a", "/B/", "/c"]) expect(await find(path)).toBe("/shop?sale=true");
  expect(await find("/d")).toBeNull();
});

test("[BR-8] no redirects lead in a circle", async () => {
  await save("/a", "/b");
  await save("/b", "/c");
  for (const end of ["/a", "/b", "/A/?again#here"]) {
    expect(await save("/c", end)).toMatchObject({
      errors: { to: expect.stringContaining("redirects back") },
    });
  }
  expect(await save("/b", "/a")).toMatchObject({ ok: true });
  expect(await all()).toEqual([
    { path: "/a", target: "/c", source: "owner" },
    { path: "/b", target: "/c", source: "owner" },
  ]);
});

test("[BR-8] many redirects that are saved at one moment make no chain and no circle", async () => {
  await Promise.all([
    save("/a", "/b"),
    save("/b", "/c"),
    save("/c", "/a"),
    save("/d", "/a"),
    save("/b", "/d"),
  ]);
  const rows = await all();
  const paths = rows.map(({ path }) => path);
  for (const { target } of rows) expect(paths).not.toContain(target);
});

test("[BR-8] a redirect is changed by saving it again, and deleted", async () => {
  await save("/a", "/shop");
  await save("/a", "/about");
  expect(await find("/a")).toBe("/about");
  await deleteRedirect(store.shop, { actor, path: "/a" });
  await deleteRedirect(store.shop, { actor, path: "/a" });
  expect(await find("/a")).toBeNull();
});

test("[BR-8] an import's handles lead to its products, but change nothing that the owner has said", async () => {
  await save("/products/own", "/about");
  await save("/old", "/products/cap");
  const products = [
    { handle: "Cap", productId: countedUuid(1) },
    { handle: "cap", productId: countedUuid(2) },
    { handle: "own", productId: countedUuid(3) },
    { handle: "../..", productId: countedUuid(4) },
  ];
  for (const _ of [1, 2])
    await inTransaction(store.shop, (tx) => recordHandles(tx, products, nowOf(store.shop)));
  expect(await find("/collections/summer/products/cap")).toBe(`/product/${countedUuid(2)}`);
  expect(await find("/old")).toBe(`/product/${countedUuid(2)}`);
  expect(await find("/products/own")).toBe("/about");
  expect(await all()).toHaveLength(3);
});

test("[BR-8] a page that moves there and back is found under both addresses", async () => {
  const move = (from: string, to: string) =>
    inTransaction(store.shop, (tx) => recordMove(tx, { from, to }, nowOf(store.shop)));
  await move("/collections/a", "/collections/b");
  await move("/collections/b", "/collections/c");
  await move("/collections/c", "/collections/a");
  expect(await find("/collections/a")).toBeNull();
  for (const path of ["/collections/b", "/collections/c"]) expect(await find(path)).toBe("/collections/a");
});

test("[BR-8] redirects are listed page by page, and found by either address", async () => {
  const handles = Array.from({ length: 60 }, (_, at) => ({
    handle: `cap-${at}`,
    productId: countedUuid(at),
  }));
  await inTransaction(store.shop, (tx) => recordHandles(tx, handles, nowOf(store.shop)));
  const first = await listRedirects(store.shop, { query: "", after: null });
  const rest = await listRedirects(store.shop, { query: "", after: first.next });
  expect([first.redirects.length, rest.redirects.length, rest.next]).toEqual([50, 10, null]);
  const query = countedUuid(7).toUpperCase();
  const found = await listRedirects(store.shop, { query, after: null });
  expect(found.redirects.map(({ path }) => path)).toEqual(["/products/cap-7"]);
});

test("[BR-8] pages that were missing are listed for a week, those asked for most first, and no more than so many", async () => {
  for (let time = 0; time < 3; time += 1) await noteMissing(store.shop, "/Pages/Story/");
  await noteMissing(store.shop, "/account/pat@example.com");
  for (let page = 0; page < 1_000; page += 1) {
    store.clock.advance(1);
    await noteMissing(store.shop, `/nonsense/${page}`);
  }
  const [most, newest] = await listMissing(store.shop);
  expect(most).toMatchObject({ path: "/pages/story", hits: 3 });
  expect(newest).toMatchObject({ path: "/nonsense/999", hits: 1 });
  const rows = () => store.shop.db.selectFrom("missing_pages").select("path").execute();
  expect(await rows()).toHaveLength(MISSING_PAGES_MAX);
  await save("/pages/story", "/about");
  expect(await listMissing(store.shop)).not.toContainEqual(expect.objectContaining({ path: "/pages/story" }));
  store.clock.advance(8 * DAY_MS);
  expect(await listMissing(store.shop)).toEqual([]);
  await keepRetention(store.shop);
  expect(await rows()).toEqual([]);
});
