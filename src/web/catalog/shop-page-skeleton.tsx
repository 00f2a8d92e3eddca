import { Skeleton } from "../ui/skeleton.tsx";
import { ProductGridSkeleton } from "./product-grid.tsx";

/** The shape of the shop page while it is on its way. */
export function ShopPageSkeleton() {
  return (
    <div className="wrap pt-6 pb-16 md:pt-10">
      <Skeleton className="h-12 w-56" />
      <Skeleton className="mt-6 mb-8 h-12 w-full rounded-full" />
      <ProductGridSkeleton />
    </div>
  );
}
