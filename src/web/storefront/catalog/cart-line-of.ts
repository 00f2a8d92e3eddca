import type { CartLine } from "#domain/cart/cart.ts";
import { availableOf, type Product, type ProductSummary, pricesOf } from "#domain/product/product.ts";

/** One unit of a product without options, as its card adds it. */
export function lineOfSummary(product: ProductSummary): CartLine {
  return { product: remembered(product, product.quantity), quantity: 1, selectedOption: null };
}

/** Units of a product in one of its options, as its page adds them. */
export function lineOfProduct(product: Product, selectedOption: string | null, quantity: number): CartLine {
  return {
    product: remembered(
      { ...product, ...pricesOf(product, selectedOption) },
      availableOf(product, selectedOption),
    ),
    quantity,
    selectedOption,
    variantId: product.options.find(({ variation }) => variation === selectedOption)?.id,
  };
}

function remembered(product: ProductSummary, available: number): CartLine["product"] {
  const { id, name, price, salePrice, images } = product;
  return { id, name, image: images[0]?.url ?? null, price, salePrice, available };
}
