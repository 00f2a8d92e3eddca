import type { Catalog } from "#domain/catalog/catalog.ts";
import { type CatalogEntry, summaryOf } from "#domain/catalog/catalog-entry.ts";
import { byAge } from "#domain/catalog/entry-order.ts";
import type { HomePage } from "#domain/catalog/home.ts";
import type { ProductImage } from "#domain/product/image.ts";
import type { Category } from "#domain/product/product.ts";
import type { Shop } from "../shop.ts";

export const HOME_NEWEST = 8;
export const HOME_ON_SALE = 4;
/** How many pictures of a category the browser picks one from. */
export const HOME_CATEGORY_PICTURES = 12;

/** Everything the home page shows of the catalog: what can be bought, each product once. */
export async function loadHome(shop: Shop): Promise<HomePage> {
  const catalog = await shop.memory.catalog.read(shop);
  const sold = catalog.in("newest").filter(({ isInStock }) => isInStock);
  const hero = heroOf(catalog, sold);
  const newest = sold.filter((entry) => entry !== hero).slice(0, HOME_NEWEST);
  const shown = new Set([hero, ...newest]);
  const onSale = sold.filter((entry) => entry.isOnSale && !shown.has(entry)).slice(0, HOME_ON_SALE);
  return {
    categories: { HATS: picturesOf(catalog, "HATS"), SHIRTS: picturesOf(catalog, "SHIRTS") },
    newest: newest.map(summaryOf),
    onSale: onSale.map(summaryOf),
    hero: hero ? summaryOf(hero) : null,
  };
}

/** The product that the owner chose, or else the newest hat: one that has a picture and can be bought. */
function heroOf(catalog: Catalog, sold: readonly CatalogEntry[]): CatalogEntry | undefined {
  const canStand = sold.filter(({ product: { images } }) => images.length > 0);
  const { heroId } = catalog.settings;
  const chosen = canStand.find(({ id }) => id === heroId);
  return chosen ?? canStand.find(({ product }) => product.category === "HATS");
}

/** The main pictures of the category's newest products, sold out or not. */
function picturesOf(catalog: Catalog, category: Category): ProductImage[] {
  const own = catalog.in("newest").filter(({ product }) => {
    return product.category === category && product.images.length > 0;
  });
  const firstOf = (isInStock: boolean) =>
    own.filter((entry) => entry.isInStock === isInStock).slice(0, HOME_CATEGORY_PICTURES);
  const newest = [...firstOf(true), ...firstOf(false)].sort(byAge).slice(0, HOME_CATEGORY_PICTURES);
  return newest.flatMap(({ product: { images } }) => images.slice(0, 1));
}
