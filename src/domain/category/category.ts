// What products are sorted into. A category keeps its id for life: products, discounts and the activity log hold that. Its
// name and its address may change; former addresses lead to it, also those of categories that were deleted into it.

import type { ProductImage } from "../product/image.ts";
import { isSlug } from "../redirects/slug.ts";
import { oneLine } from "../text/one-line.ts";
import { EVERY_CATEGORY } from "./category-path.ts";

/** As a product shows it, and a menu or a field offers it. `slug`: in addresses, "HATS" in /shop?category=HATS. */
export type CategoryChoice = { id: string; slug: string; name: string };

export type Category = CategoryChoice & {
  formerSlugs: readonly string[];
  /** Not in the menu, the doors, the filters or the sitemap. Its address and its products stay. */
  isHidden: boolean;
  /** Above its list, and what search engines show. */
  text: string;
  /** On its door and as its preview; null: pictures of its products. */
  picture: ProductImage | null;
  /** A number of Google's product taxonomy; "" leaves it to Google. */
  googleCategory: string;
};

export const CATEGORIES_MAX = 40;
export const CATEGORY_NAME_LENGTH_MAX = 40;
export const CATEGORY_TEXT_LENGTH_MAX = 500;

/** What may stand in an address: "GOLF-BAGS". A category's slug is in capitals. */
export function isCategorySlug(text: string): boolean {
  return text === text.toUpperCase() && isSlug(text.toLowerCase());
}

/** The category of an address, by its slug of today or a former one. */
export function categoryAt(categories: readonly Category[], slug: string): Category | undefined {
  return (
    categories.find((category) => category.slug === slug) ??
    categories.find(({ formerSlugs }) => formerSlugs.includes(slug))
  );
}

/** The category that a text names: by id, name, or address, in any case of letters. */
export function categoryNamed<C extends CategoryChoice>(
  categories: readonly C[],
  text: string,
): C | undefined {
  const wanted = oneLine(text).toLowerCase();
  const isNamed = (name: string) => name.toLowerCase() === wanted;
  return (
    categories.find(({ name }) => isNamed(name)) ??
    categories.find(({ id, slug }) => isNamed(id) || isNamed(slug))
  );
}

/** Without those that shoppers are not offered. */
export function shownCategories<C extends { isHidden?: boolean }>(categories: readonly C[]): C[] {
  return categories.filter(({ isHidden }) => !isHidden);
}

/** "Hats, Shirts and Bags"; "" for none. */
export function listNames(names: readonly string[], joint = "and"): string {
  const first = names.slice(0, -1);
  const last = names.at(-1) ?? "";
  return first.length > 0 ? `${first.join(", ")} ${joint} ${last}` : last;
}

/** "Category must be Hats or Shirts". */
export function categoryMessage(categories: readonly CategoryChoice[]): string {
  return `Category must be ${listNames(
    categories.map(({ name }) => name),
    "or",
  )}`;
}

/** What a product shows of its category. One that another process has just made is called by its id until it is read. */
export function choiceOf(categories: readonly CategoryChoice[], id: string): CategoryChoice {
  const found = categories.find((category) => category.id === id);
  return found ? { id, slug: found.slug, name: found.name } : { id, slug: EVERY_CATEGORY, name: id };
}
