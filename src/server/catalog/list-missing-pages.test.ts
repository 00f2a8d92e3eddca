import { expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { saveCollection } from "../products/collections/save-collection.ts";
import { noteMissing } from "../settings/redirects/find-redirect.ts";
import { newCollectionForm } from "./list-collections.ts";
import { listMissingPages } from "./list-missing-pages.ts";

const store = freshShop();

test("[BR-8] a missing page is suggested the category, collection, page, or product of its name", async () => {
  const cap = await putOnShelf(store.shop, { name: "Plain Cap" });
  const fields = { ...newCollectionForm, name: "Gifts", isOn: "on", isOnSale: "on" };
  await saveCollection(store.shop, { actor, id: null, fields });
  const wanted = {
    "/collections/hats": "/shop?category=HATS",
    "/collections/shirts": "/shop?category=SHIRTS",
    "/category/gifts": "/collections/gifts",
    "/pages/about": "/about",
    "/items/plain-cap": `/product/${cap}/plain-cap`,
    "/items/red-visor": "/shop?q=red+visor",
  };
  for (const path of Object.keys(wanted)) await noteMissing(store.shop, path);
  const listed = await listMissingPages(store.shop);
  expect(Object.fromEntries(listed.map(({ path, suggested }) => [path, suggested]))).toEqual(wanted);
});
