import type { ProductSummary } from "#domain/product/product.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProductCard } from "./product-card.tsx";

/** This many cards are surely above the fold; their pictures load right away. */
const PRIORITY_COUNT = 2;
const PLACEHOLDER_TILES = 6;

export const GRID =
  "product-grid grid grid-cols-2 gap-x-3.5 gap-y-8 *:grid md:grid-cols-3 md:gap-x-6 md:gap-y-11 lg:grid-cols-4";

export function ProductGrid({ products }: { products: ProductSummary[] }) {
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} priority={index < PRIORITY_COUNT} />
        </li>
      ))}
    </ul>
  );
}

/** Gray tiles in place of the cards that are loading. */
export function ProductGridSkeleton() {
  return (
    <ul className={GRID} aria-label="Loading products">
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
