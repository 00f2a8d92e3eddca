import type { Catalog } from "#domain/catalog/catalog.ts";
import { type CatalogEntry, summaryOf } from "#domain/catalog/catalog-entry.ts";
import { byAge } from "#domain/catalog/entry-order.ts";
import type { HomePage } from "#domain/catalog/home.ts";
import { shownCategories } from "#domain/category/category.ts";
import type { ProductImage } from "#domain/product/image.ts";
import type { Shop } from "../core/shop.ts";

export const HOME_NEWEST = 8;
export const HOME_ON_SALE = 4;
/** How many pictures of a category the browser picks one from. */
export const HOME_CATEGORY_PICTURES = 12;

/** Everything the home page shows of the catalog: what can be bought, each product once. */
export async function loadHome(shop: Shop): Promise<HomePage> {
  const catalog = await shop.memory.catalog.read(shop);
  const entries = catalog.in("newest");
  const hero = heroOf(catalog);
  const newest = firstOf(entries, HOME_NEWEST, (entry) => entry.isInStock && entry !== hero);
  const shown = new Set([hero, ...newest]);
  const onSale = firstOf(
    entries,
    HOME_ON_SALE,
    (entry) => entry.isInStock && entry.isOnSale && !shown.has(entry),
  );
  return {
    categories: shownCategories(catalog.settings.categories).map(({ id, slug, name, picture }) => ({
      ...{ id, slug, name, picture },
      pictures: picturesOf(catalog, id),
    })),
    newest: newest.map(summaryOf),
    onSale: onSale.map(summaryOf),
    hero: hero ? summaryOf(hero) : null,
  };
}

/** The product that the owner chose, or else the newest of the first category: one that has a picture and can be bought. */
function heroOf(catalog: Catalog): CatalogEntry | undefined {
  const canStand = ({ isInStock, product: { images } }: CatalogEntry) => isInStock && images.length > 0;
  const chosen = catalog.get(catalog.settings.heroId ?? "");
  if (chosen && canStand(chosen)) return chosen;
  const [first] = shownCategories(catalog.settings.categories);
  return catalog.in("newest").find((entry) => entry.product.category.id === first?.id && canStand(entry));
}

/** The main pictures of the category's newest products, sold out or not. */
function picturesOf(catalog: Catalog, categoryId: string): ProductImage[] {
  const firstWith = (isInStock: boolean) =>
    firstOf(catalog.in("newest"), HOME_CATEGORY_PICTURES, (entry) => {
      const { product } = entry;
      return entry.isInStock === isInStock && product.category.id === categoryId && product.images.length > 0;
    });
  const newest = [...firstWith(true), ...firstWith(false)].sort(byAge).slice(0, HOME_CATEGORY_PICTURES);
  return newest.flatMap(({ product: { images } }) => images.slice(0, 1));
}

function firstOf(
  entries: readonly CatalogEntry[],
  limit: number,
  isWanted: (entry: CatalogEntry) => boolean,
): CatalogEntry[] {
  const found: CatalogEntry[] = [];
  for (const entry of entries) {
    if (found.length === limit) break;
    if (isWanted(entry)) found.push(entry);
  }
  return found;
}
