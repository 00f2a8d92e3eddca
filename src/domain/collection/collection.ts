// What the owner shows together: products by hand, in the owner's order, or those that a rule finds. Plain code over the
// catalog in memory (domain/catalog) decides which these are, each time they are asked for.
import type { CatalogEntry, StoredProduct } from "../catalog/catalog-entry.ts";
import type { ListOrder } from "../catalog/entry-order.ts";
import { colorKeys, typeKey } from "../catalog/filters/facet-keys.ts";
import type { ProductImage } from "../product/image.ts";
import { slugOf } from "../redirects/slug.ts";

/** Of each list one value is enough, and what is not asked for is anything. A rule asks for something. */
export type CollectionRule = {
  /** As products have them ("HATS"). */
  categories: readonly string[];
  /** As the owner types them. */
  types: readonly string[];
  colors: readonly string[];
  tags: readonly string[];
  isOnSale: boolean;
  isNew: boolean;
};

export const emptyRule: CollectionRule = {
  categories: [],
  types: [],
  colors: [],
  tags: [],
  isOnSale: false,
  isNew: false,
};

export type Collection = {
  id: string;
  name: string;
  slug: string;
  description: string;
  image: ProductImage | null;
  isOn: boolean;
  /** ISO times; null: from now, and without an end. */
  startsAt: string | null;
  endsAt: string | null;
  /** In the owner's order; some may be gone. null: the rule finds them. */
  productIds: readonly string[] | null;
  rule: CollectionRule | null;
  feedLabel: number | null;
};

/** A product is new for so long. */
export const NEW_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

export const collectionPath = ({ slug }: { slug: string }): string => `/collections/${slug}`;

export function isShown(
  { isOn, startsAt, endsAt }: Pick<Collection, "isOn" | "startsAt" | "endsAt">,
  now: Date,
) {
  const isStarted = startsAt === null || new Date(startsAt) <= now;
  return isOn && isStarted && (endsAt === null || new Date(endsAt) > now);
}

/** "Summer, gift " → ["summer", "gift"]: as tags are compared. */
export function tagsIn(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim().toLowerCase().replace(/\s+/g, " "));
  return [...new Set(tags.filter(Boolean))];
}

/** Whether a product is in a collection. */
export function memberOf({ productIds, rule }: Pick<Collection, "productIds" | "rule">, now: Date) {
  if (productIds !== null) {
    const chosen = new Set(productIds);
    return ({ product }: StoredProduct) => chosen.has(product.id);
  }
  const { categories, isOnSale, isNew, ...wanted } = rule ?? emptyRule;
  const types = wanted.types.map(typeKey);
  const colors = wanted.colors.flatMap(colorKeys);
  const tags = tagsIn(wanted.tags.join());
  const newSince = new Date(now.getTime() - NEW_DAYS * DAY_MS).toISOString();
  const meets = <Value>(asked: readonly Value[], given: readonly Value[]) =>
    asked.length === 0 || given.some((value) => asked.includes(value));
  return ({ product, tags: own, madeAt }: StoredProduct) =>
    (!isOnSale || product.salePrice !== null) &&
    (!isNew || madeAt >= newSince) &&
    meets<string>(categories, [product.category.id]) &&
    meets(types, [typeKey(product.type)]) &&
    meets(tags, own) &&
    (colors.length === 0 || meets(colors, colorKeys(product.color)));
}

/** Those in whose names each word of a text begins a word. */
export function collectionsCalled(collections: readonly Collection[], text: string): Collection[] {
  const words = slugOf(text).split("-").filter(Boolean);
  if (words.length === 0) return [];
  return collections.filter(({ name }) => {
    const own = slugOf(name).split("-");
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}

export const collectionSorts = {
  featured: "Featured",
  newest: "Newest",
  "price-low": "Price: Low to High",
  "price-high": "Price: High to Low",
} as const;
export type CollectionSort = keyof typeof collectionSorts;

/** One that was put together by hand begins as the owner put it. */
export function sortsOf({ productIds }: Pick<Collection, "productIds">): CollectionSort[] {
  const sorts = Object.keys(collectionSorts) as CollectionSort[];
  return productIds === null ? sorts.filter((sort) => sort !== "featured") : sorts;
}

type Source = { in: (order: ListOrder) => readonly CatalogEntry[] };

/** Its products in an order of lists; what can't be bought comes last in each. */
export function collectionEntries(
  collection: Collection,
  catalog: Source,
  { sort, now }: { sort: CollectionSort; now: Date },
): CatalogEntry[] {
  const order = sort === "featured" ? "newest" : sort;
  const entries = catalog.in(order).filter(memberOf(collection, now));
  if (sort !== "featured") return entries;
  const places = new Map(collection.productIds?.map((id, place) => [id, place]));
  const placeOf = ({ id }: CatalogEntry) => places.get(id) ?? places.size;
  return entries.sort((a, b) => Number(b.isInStock) - Number(a.isInStock) || placeOf(a) - placeOf(b));
}

export const collectionStates = {
  shown: "In the shop",
  scheduled: "Scheduled",
  ended: "Ended",
  hidden: "Hidden",
} as const;
export type CollectionState = keyof typeof collectionStates;

export function collectionState(
  collection: Pick<Collection, "isOn" | "startsAt" | "endsAt">,
  now: Date,
): CollectionState {
  if (!collection.isOn) return "hidden";
  if (isShown(collection, now)) return "shown";
  return collection.startsAt !== null && new Date(collection.startsAt) > now ? "scheduled" : "ended";
}
