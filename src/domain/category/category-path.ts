/** The value in an address that means the whole shop. */
export const EVERY_CATEGORY = "ALL";

/** The address of a category's list: what shopQuery (catalog/shop-search.ts) writes for it. No slug needs an escape. */
export function categoryPath({ slug }: { slug: string }): string {
  return `/shop?category=${slug}`;
}
