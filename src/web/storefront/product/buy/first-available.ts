import type { Product } from "#domain/product/product.ts";

/** The first option that can be bought, or simply the first when all are sold out. */
export function firstAvailable(product: Pick<Product, "options">): string | null {
  const first = product.options.find((option) => option.available > 0) ?? product.options[0];
  return first?.variation ?? null;
}
