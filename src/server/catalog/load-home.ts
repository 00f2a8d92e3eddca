import type { HomePage } from "#domain/catalog/home.ts";
import type { Shop } from "../shop.ts";
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
  return { categories, newest, onSale, hero };
}
