import type { ProductSummary } from "#domain/product/product.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProductCard, type ProductCardProps } from "./product-card.tsx";

/** How many cards are surely above the fold; their pictures do not wait. */
const PRIORITY_COUNT = 2;
const PLACEHOLDER_TILES = 6;

type ListProps = { products: ProductSummary[] };

export function ProductGrid({ products }: ListProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} priority={index < PRIORITY_COUNT} />
        </li>
      ))}
    </ul>
  );
}

/** Six grey tiles in the places of the cards that are on their way. */
export function ProductGridSkeleton() {
  return (
    <ul className="product-grid" aria-label="Loading products">
      {Array.from({ length: PLACEHOLDER_TILES }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tiles are all alike and never move.
        <li key={index} data-testid="product-placeholder">
          <Skeleton className="aspect-[4/5] w-full rounded-picture" />
          <Skeleton className="mt-3 h-3 w-1/4" />
          <Skeleton className="mt-2 h-4 w-3/4" />
          <Skeleton className="mt-2 h-4 w-1/3" />
        </li>
      ))}
    </ul>
  );
}

/** A row of cards; on a phone it scrolls sideways. */
export function ProductRow({ products, PriceTag }: Pick<ProductCardProps, "PriceTag"> & ListProps) {
  return (
    <ul className="product-row">
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} PriceTag={PriceTag} />
        </li>
      ))}
    </ul>
  );
}
