import { href } from "react-router";
import { shopQuery } from "#domain/catalog/shop-search.ts";
import { shownCategories } from "#domain/category/category.ts";
import type { RootData } from "./root-data.ts";

/** The links of the header, in its order. */
export const storeLinks = [
  { to: href("/shop"), label: "SHOP" },
  { to: href("/about"), label: "ABOUT" },
  { to: href("/contact"), label: "CONTACT" },
] as const;

/** The parts of the shop. */
export function rangeLinks({ categories }: Pick<RootData, "categories">) {
  return [
    ...shownCategories(categories).map(({ slug, name }) => ({
      to: href("/shop") + shopQuery({ category: slug }),
      label: name,
    })),
    { to: href("/shop") + shopQuery({ sale: true }), label: "Sale" },
  ];
}

/** Where a shopper's questions are answered. The last one is a legal page, too. */
export function helpLinks({ hasSizeChart }: Pick<RootData, "hasSizeChart">) {
  return [
    { to: href("/orders"), label: "Find your order" },
    ...(hasSizeChart ? [{ to: href("/size-guide"), label: "Size guide" }] : []),
    { to: href("/shipping"), label: "Shipping & returns" },
  ];
}

/** A link is active when the path equals it or starts with it plus a slash. */
export function isActivePath(path: string, link: string): boolean {
  return path === link || path.startsWith(`${link}/`);
}
