import type { HomePage } from "#domain/catalog/home.ts";
import type { Shop } from "../shop.ts";
import { findHero, listCategoryPictures, listNewestAndOnSale } from "./queries.ts";

export const HOME_NEWEST = 8;
export const HOME_ON_SALE = 4;
/** How many pictures of a category the browser picks one from. */
export const HOME_CATEGORY_PICTURES = 12;

/** Everything the home page shows of the catalog: what can be bought, each product once. Three statements. */
export async function loadHome(shop: Shop): Promise<HomePage> {
  const [listed, categories, { hero }] = await Promise.all([
    // More than are shown, because no product is shown twice.
    listNewestAndOnSale(shop.db, { newest: HOME_NEWEST + 1, onSale: HOME_ON_SALE + HOME_NEWEST + 1 }),
    listCategoryPictures(shop.db, HOME_CATEGORY_PICTURES),
    findHero(shop.db),
  ]);
  const newest = listed.newest.filter(({ id }) => id !== hero?.id).slice(0, HOME_NEWEST);
  const shownIds = new Set([hero, ...newest].map((product) => product?.id));
  const onSale = listed.onSale.filter(({ id }) => !shownIds.has(id)).slice(0, HOME_ON_SALE);
  return { categories, newest, onSale, hero };
}
