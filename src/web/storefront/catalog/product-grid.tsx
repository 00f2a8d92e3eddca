import type { ProductSummary } from "#domain/product/product.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProductCard, type ProductCardProps } from "./product-card.tsx";

/** This many cards are surely above the fold; their pictures load at once. */
const PRIORITY_COUNT = 2;
const PLACEHOLDER_TILES = 6;

export const GRID =
  "product-grid grid grid-cols-2 gap-x-3.5 gap-y-8 *:grid md:grid-cols-3 md:gap-x-6 md:gap-y-11 lg:grid-cols-4";

type ListProps = { products: ProductSummary[] };

export function ProductGrid({ products }: ListProps) {
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

const SHELF =
  "-mx-4 auto-cols-[min(64vw,17rem)] grid-flow-col gap-3.5 snap-x snap-mandatory scroll-px-4 overflow-x-auto overscroll-x-contain px-4 [scrollbar-width:none] md:-mx-6 md:gap-6 md:scroll-px-6 md:px-6";
const ROW_OF_FOUR = "lg:mx-0 lg:grid-flow-row lg:grid-cols-4 lg:gap-y-11 lg:overflow-visible lg:px-0";

/** A row of four on a desk, a shelf to swipe along on a phone. */
export function ProductRow({ products, PriceTag }: Pick<ProductCardProps, "PriceTag"> & ListProps) {
  return (
    <ul className={`grid ${SHELF} ${ROW_OF_FOUR}`}>
      {products.map((product) => (
        <li key={product.id} className="grid snap-start">
          <ProductCard product={product} PriceTag={PriceTag} />
        </li>
      ))}
    </ul>
  );
}
