import type { ProductSummary } from "#domain/product/product.ts";
import { ProductCard, type ProductCardProps } from "./product-card.tsx";

const ROW_SIZES = "(width >= 80rem) 300px, (width >= 64rem) 30vw, (width >= 26.5rem) 272px, 64vw";

type ProductRowProps = Pick<ProductCardProps, "PriceTag"> & { products: ProductSummary[] };

/** A row of four on a desk, a shelf to swipe along on a phone. */
export function ProductRow({ products, PriceTag }: ProductRowProps) {
  return (
    <ul className="product-row">
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} sizes={ROW_SIZES} PriceTag={PriceTag} />
        </li>
      ))}
    </ul>
  );
}
