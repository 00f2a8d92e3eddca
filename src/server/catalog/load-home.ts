import { namesCollections } from "#domain/brand/menu.ts";
import { fillAll, type ShownBlock, showBlocks } from "#domain/brand/shown-brand.ts";
import type { Catalog } from "#domain/catalog/catalog.ts";
import { type CatalogEntry, summaryOf } from "#domain/catalog/catalog-entry.ts";
import { byAge } from "#domain/catalog/entry-order.ts";
import type { HomePage, HomeReview } from "#domain/catalog/home.ts";
import { shownCategories } from "#domain/category/category.ts";
import { collectionPath } from "#domain/collection/collection.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { legalFacts } from "#domain/settings/legal-facts.ts";
import type { Shop } from "../core/shop.ts";
import { listLatestReviews } from "../inbox/reviews/queries.ts";
import { recallSettings } from "../settings/recall-settings.ts";
import { collectionBlock, listShownCollections } from "./collections.ts";

export const HOME_NEWEST = 8;
export const HOME_ON_SALE = 4;
export const HOME_COLLECTION = 8;
export const HOME_REVIEWS = 3;
/** Some of them are about deleted products. */
const HOME_REVIEWS_READ = 12;
/** The browser picks one of this many pictures of a category. */
export const HOME_CATEGORY_PICTURES = 12;

/** Its blocks, with everything that they show of the catalog: products in stock, each once except in collections. */
export async function loadHome(shop: Shop): Promise<{ blocks: ShownBlock[]; home: HomePage; seo: HomeSeo }> {
  const { settings, brand } = await recallSettings(shop);
  const { home, pages, words } = brand;
  const catalog = await shop.memory.catalog.read(shop);
  const { categories } = catalog.settings;
  const collections = namesCollections(home) ? await listShownCollections(shop) : [];
  const ground = { pages, categories: shownCategories(categories), collections };
  const blocks = showBlocks(brand, ground, settings);
  const { homeTitle: title, homeDescription: description } = fillAll(words, legalFacts(settings));
  const seo = { title, description };
  return { blocks, home: await readHome(shop, catalog, blocks), seo };
}

/** For search engines and link previews. */
export type HomeSeo = { title: string; description: string };

async function readHome(shop: Shop, catalog: Catalog, blocks: readonly ShownBlock[]): Promise<HomePage> {
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
    reviews: blocks.some(({ kind }) => kind === "reviews") ? await reviewsOf(shop, catalog) : [],
    collections: await collectionsOf(shop, blocks),
  };
}

async function reviewsOf(shop: Shop, catalog: Catalog): Promise<HomeReview[]> {
  const latest = await listLatestReviews(shop.db, HOME_REVIEWS_READ);
  return latest
    .flatMap(({ productId, ...review }) => {
      const product = catalog.get(productId)?.product;
      return product ? [{ ...review, product: { id: product.id, name: product.name } }] : [];
    })
    .slice(0, HOME_REVIEWS);
}

async function collectionsOf(shop: Shop, blocks: readonly ShownBlock[]): Promise<HomePage["collections"]> {
  const ids = blocks.flatMap((block) => (block.kind === "collection" ? [block.collectionId] : []));
  const shown = ids.map(async (id) => {
    const found = await collectionBlock(shop, { id, limit: HOME_COLLECTION });
    if (!found) return [];
    const { collection, products } = found;
    return [[id, { name: collection.name, path: collectionPath(collection), products }] as const];
  });
  return Object.fromEntries((await Promise.all(shown)).flat());
}

/** The product that the owner chose, or the newest one of the first category that has a picture and can be bought. */
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
