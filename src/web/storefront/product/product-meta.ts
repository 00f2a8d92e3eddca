import type { MetaDescriptor } from "react-router";
import { CURRENCY, formatDollars } from "#domain/money/money.ts";
import { effectivePrice, type Product } from "#domain/product/product.ts";
import { pageMeta, shorten } from "../../page/page-meta.ts";
import type { rootDataOf } from "../../page/root-data.ts";

/** The `meta` of a product's page. */
export function productMeta(matches: Parameters<typeof rootDataOf>[0], product: Product): MetaDescriptor[] {
  return [
    ...pageMeta(matches, {
      title: product.name,
      description: import.meta.env.SSR ? shorten(product.description || product.name) : "",
      path: product.path,
      image: product.images[0],
      type: "product",
    }),
    ...(import.meta.env.SSR ? priceMeta(product) : []),
  ];
}

function priceMeta(product: Product): MetaDescriptor[] {
  return [
    { property: "product:price:amount", content: formatDollars(effectivePrice(product)) },
    { property: "product:price:currency", content: CURRENCY.toUpperCase() },
  ];
}
