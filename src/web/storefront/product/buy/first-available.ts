import type { Product } from "#domain/product/product.ts";

/** The first option that can be bought; the first one at all when every one is sold out. */
export function firstAvailable(product: Pick<Product, "options">): string | null {
  const first = product.options.find((option) => option.available > 0) ?? product.options[0];
  return first?.variation ?? null;
}
