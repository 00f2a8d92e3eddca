import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import type { CategoryChoice } from "#domain/category/category.ts";
import { categoryPath } from "#domain/category/category-path.ts";
import type { Crumb } from "../../page/breadcrumb-json-ld.ts";

/** Shop → category → on sale, as far as a list is narrowed; empty for the whole shop. */
export function listCrumbs(
  category: Pick<CategoryChoice, "slug" | "name"> | null,
  { sale }: Pick<ShopSearch, "sale">,
): Crumb[] {
  const crumbs: Crumb[] = [{ name: "Shop", path: "/shop" }];
  if (category) crumbs.push({ name: category.name, path: categoryPath(category) });
  if (sale) {
    const path = `/shop${shopQuery({ ...(category && { category: category.slug }), sale })}`;
    crumbs.push({ name: "On Sale", path });
  }
  return crumbs.length > 1 ? crumbs : [];
}
