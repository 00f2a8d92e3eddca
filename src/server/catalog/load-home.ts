import type { BlockKind } from "#domain/brand/home-blocks.ts";
import { fillAll, type ShownBlock, showBlocks } from "#domain/brand/shown-brand.ts";
import type { Catalog } from "#domain/catalog/catalog.ts";
import { type CatalogEntry, summaryOf } from "#domain/catalog/catalog-entry.ts";
import { byAge } from "#domain/catalog/entry-order.ts";
import type { HomePage, HomeReview } from "#domain/catalog/home.ts";
import type { ProductImage } from "#domain/product/image.ts";
import type { Category } from "#domain/product/product.ts";
import { legalFacts } from "#domain/settings/legal-facts.ts";
import type { Shop } from "../core/shop.ts";
import { listLatestReviews } from "../inbox/reviews/queries.ts";
import { recallSettings } from "../settings/recall-settings.ts";

export const HOME_NEWEST = 8;
export const HOME_ON_SALE = 4;
export const HOME_REVIEWS = 3;
/** Some of them are about products that are gone. */
const HOME_REVIEWS_READ = 12;
/** How many pictures of a category the browser picks one from. */
export const HOME_CATEGORY_PICTURES = 12;

/** Its blocks, and everything that they show of the catalog: what can be bought, each product once. */
export async function loadHome(shop: Shop): Promise<{ blocks: ShownBlock[]; home: HomePage; seo: HomeSeo }> {
  const { settings, brand } = await recallSettings(shop);
  const { home, pages, words } = brand;
  const blocks = showBlocks(home, pages, settings);
  const { homeTitle: title, homeDescription: description } = fillAll(words, legalFacts(settings));
  const seo = { title, description };
  return { blocks, home: await readHome(shop, new Set(blocks.map(({ kind }) => kind))), seo };
}

/** For search engines and link previews. */
export type HomeSeo = { title: string; description: string };

async function readHome(shop: Shop, kinds: ReadonlySet<BlockKind>): Promise<HomePage> {
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
    categories: { HATS: picturesOf(catalog, "HATS"), SHIRTS: picturesOf(catalog, "SHIRTS") },
    newest: newest.map(summaryOf),
    onSale: onSale.map(summaryOf),
    hero: hero ? summaryOf(hero) : null,
    reviews: kinds.has("reviews") ? await reviewsOf(shop, catalog) : [],
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

/** The product that the owner chose, or else the newest hat: one that has a picture and can be bought. */
function heroOf(catalog: Catalog): CatalogEntry | undefined {
  const canStand = ({ isInStock, product: { images } }: CatalogEntry) => isInStock && images.length > 0;
  const chosen = catalog.get(catalog.settings.heroId ?? "");
  if (chosen && canStand(chosen)) return chosen;
  return catalog.in("newest").find((entry) => entry.product.category === "HATS" && canStand(entry));
}

/** The main pictures of the category's newest products, sold out or not. */
function picturesOf(catalog: Catalog, category: Category): ProductImage[] {
  const firstWith = (isInStock: boolean) =>
    firstOf(catalog.in("newest"), HOME_CATEGORY_PICTURES, (entry) => {
      const { product } = entry;
      return entry.isInStock === isInStock && product.category === category && product.images.length > 0;
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
