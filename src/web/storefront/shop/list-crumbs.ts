import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { categoryLabels } from "#domain/product/product.ts";
import type { Crumb } from "../../page/breadcrumb-json-ld.ts";

/** Shop → category → on sale, as far as a list is narrowed; empty for the whole shop. */
export function listCrumbs({ category, sale }: Pick<ShopSearch, "category" | "sale">): Crumb[] {
  const crumbs: Crumb[] = [{ name: "Shop", path: "/shop" }];
  if (category !== "ALL") {
    crumbs.push({ name: categoryLabels[category], path: `/shop${shopQuery({ category })}` });
  }
  if (sale) crumbs.push({ name: "On Sale", path: `/shop${shopQuery({ category, sale })}` });
  return crumbs.length > 1 ? crumbs : [];
}
