import type { HomePage } from "#domain/catalog/home.ts";
import type { Shop } from "../shop.ts";
import { sinceOf } from "../shown/shown.ts";
import { findHero, listCategoryPictures, listNewestAndOnSale } from "./queries.ts";

export const HOME_NEWEST = 8;
export const HOME_ON_SALE = 4;
/** How many pictures of a category the browser picks one from. */
export const HOME_CATEGORY_PICTURES = 12;

/** Everything the home page shows of the catalog: what can be bought, each product once. Three statements. */
export async function loadHome(shop: Shop): Promise<HomePage> {
  const [listed, categories, { hero, chosenId }] = await Promise.all([
    // More than are shown, because no product is shown twice.
    listNewestAndOnSale(shop.db, { newest: HOME_NEWEST + 1, onSale: HOME_ON_SALE + HOME_NEWEST + 1 }),
    listCategoryPictures(shop.db, HOME_CATEGORY_PICTURES),
    findHero(shop.db),
  ]);
  const newest = listed.newest.filter(({ id }) => id !== hero?.id).slice(0, HOME_NEWEST);
  const shownIds = new Set([hero, ...newest].map((product) => product?.id));
  const onSale = listed.onSale.filter(({ id }) => !shownIds.has(id)).slice(0, HOME_ON_SALE);
  noteShown(shop, { categories, newest, onSale, hero }, chosenId);
  return { categories, newest, onSale, hero };
}

function noteShown(
  { shown }: Shop,
  { categories, newest, onSale, hero }: HomePage,
  chosenId: string | null,
): void {
  shown?.noteList({ category: null, by: ["stock"], since: sinceOf(newest, HOME_NEWEST) }, newest);
  shown?.noteList({ category: null, by: ["edits", "stock"], since: sinceOf(onSale, HOME_ON_SALE) }, onSale);
  // It may come back to its place at any time, and while it stands there nobody else comes in.
  if (chosenId !== null) shown?.noteProduct(chosenId, hero?.id === chosenId ? hero.images : []);
  const heroes = hero && hero.id !== chosenId ? [hero] : [];
  if (hero === null || heroes.length > 0)
    shown?.noteList({ category: "HATS", by: ["stock", "edits"], since: sinceOf(heroes, 1) }, heroes);
  // Whose pictures these are is not read, so each product that has one may be among them.
  shown?.noteList({ category: null, by: ["edits"], since: null }, []);
  for (const pictures of Object.values(categories)) shown?.notePictures(pictures);
}
