import { categoryLabels } from "#domain/product.ts";
import { type ShopSearch, shopQuery } from "#domain/shop-search.ts";
import type { Crumb } from "../layout/breadcrumb-json-ld.ts";

/** Shop → category → on sale, as far as a list is narrowed; empty for the whole shop, which leads nowhere up. */
export function listCrumbs({ category, sale }: Pick<ShopSearch, "category" | "sale">): Crumb[] {
  const crumbs: Crumb[] = [{ name: "Shop", path: "/shop" }];
  if (category !== "ALL") {
    crumbs.push({ name: categoryLabels[category], path: `/shop${shopQuery({ category })}` });
  }
  if (sale) crumbs.push({ name: "On Sale", path: `/shop${shopQuery({ category, sale })}` });
  return crumbs.length > 1 ? crumbs : [];
}
