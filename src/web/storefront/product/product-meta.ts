import type { MetaDescriptor } from "react-router";
import { CURRENCY, formatDollars } from "#domain/money/money.ts";
import { effectivePrice, type Product } from "#domain/product/product.ts";
import { productPath } from "#domain/product/product-path.ts";
import { pageMeta } from "../../page/page-meta.ts";
import type { rootDataOf } from "../../page/root-data.ts";

const DESCRIPTION_MAX = 155;

/** The `meta` of a product's page. */
export function productMeta(matches: Parameters<typeof rootDataOf>[0], product: Product): MetaDescriptor[] {
  return [
    ...pageMeta(matches, {
      title: product.name,
      description: shorten(product.description || product.name),
      path: productPath(product),
      image: product.images[0],
      type: "product",
    }),
    { property: "product:price:amount", content: formatDollars(effectivePrice(product)) },
    { property: "product:price:currency", content: CURRENCY.toUpperCase() },
  ];
}

/** At most 155 characters of one line, cut at a word. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  const cut = line.slice(0, DESCRIPTION_MAX - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).replace(/[,.;:]$/, "")}…`;
}
