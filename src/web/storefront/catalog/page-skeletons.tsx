import { Skeleton } from "../../ui/skeleton.tsx";
import { ProductGridSkeleton } from "./product-grid.tsx";

/** The shape of the list or of a product page while it loads. */
export function PageSkeleton({ path }: { path: string }) {
  return path === "/shop" ? <ShopPageSkeleton /> : <ProductPageSkeleton />;
}

function ProductPageSkeleton() {
  return (
    <div className="wrap product-layout pt-4 pb-16 md:pt-6">
      <div>
        <Skeleton className="mb-4 hidden h-6 w-32 md:block" />
        <Skeleton className="aspect-[4/5] w-full rounded-picture" />
      </div>
      <div className="grid content-start gap-4 lg:pt-10">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-12 w-4/5" />
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-12 w-3/5 rounded-full" />
        <Skeleton className="h-14 w-full rounded-full" />
      </div>
    </div>
  );
}

function ShopPageSkeleton() {
  return (
    <div className="wrap pt-6 pb-16 md:pt-10">
      <Skeleton className="h-12 w-56" />
      <Skeleton className="mt-6 mb-8 h-12 w-full rounded-full" />
      <ProductGridSkeleton />
    </div>
  );
}
