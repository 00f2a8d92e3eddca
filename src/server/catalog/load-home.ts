import type { HomePage } from "#domain/catalog/home.ts";
import type { Shop } from "../shop.ts";
import { sinceOf } from "../shown/shown.ts";
import { findHero, listCategoryPictures, listNewestAndOnSale } from "./queries.ts";

export const HOME_NEWEST = 8;
export const HOME_ON_SALE = 4;
/** How many pictures of a category the browser picks one from. */
export const HOME_CATEGORY_PICTURES = 12;

/** Everything the home page shows of the catalog, in three statements. */
export async function loadHome(shop: Shop): Promise<HomePage> {
  const [{ newest, onSale }, categories, hero] = await Promise.all([
    listNewestAndOnSale(shop.db, { newest: HOME_NEWEST, onSale: HOME_ON_SALE }),
    listCategoryPictures(shop.db, HOME_CATEGORY_PICTURES),
    findHero(shop.db),
  ]);
  noteShown(shop, { categories, newest, onSale, hero });
  return { categories, newest, onSale, hero };
}

function noteShown({ shown }: Shop, { categories, newest, onSale, hero }: HomePage): void {
  shown?.noteList({ category: null, by: [], since: sinceOf(newest, HOME_NEWEST) }, newest);
  shown?.noteList({ category: null, by: ["edits"], since: sinceOf(onSale, HOME_ON_SALE) }, onSale);
  const heroes = hero ? [hero] : [];
  shown?.noteList({ category: "HATS", by: ["stock", "edits"], since: sinceOf(heroes, 1) }, heroes);
  // Whose pictures these are is not read, so each product that has one may be among them.
  shown?.noteList({ category: null, by: ["edits"], since: null }, []);
  for (const pictures of Object.values(categories)) shown?.notePictures(pictures);
}
