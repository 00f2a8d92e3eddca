/** The address of a category's list: what shopQuery (catalog/shop-search.ts) writes for it. No slug needs an escape. */
export function categoryPath({ slug }: { slug: string }): string {
  return `/shop?category=${slug}`;
}
