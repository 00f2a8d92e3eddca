import { Suspense } from "react";
import { href, Link } from "react-router";
import { categoryPath } from "#domain/category/category-path.ts";
import type { DeliveryPromise } from "#domain/checkout/delivery.ts";
import type { ProductInColors, ProductSummary } from "#domain/product/product.ts";
import type { ProductReviews as Reviews } from "#server/inbox/reviews/page-of-reviews.ts";
import { breadcrumbJsonLd } from "../../page/breadcrumb-json-ld.ts";
import { JsonLd } from "../../page/json-ld.tsx";
import { useRootData } from "../../page/root-data.ts";
import { lazyPart } from "../../page/use-loaded.ts";
import { ArrowLeft } from "../../ui/icons.tsx";
import { ProductBand } from "../catalog/product-band.tsx";
import { ProductRow } from "../catalog/product-row.tsx";
import { RecentlyViewed } from "../catalog/recently-viewed.tsx";
import type { SentRestock } from "../restock/restock-form.tsx";
import { BuyBox } from "./buy/buy-box.tsx";
import { ProductGallery } from "./gallery/product-gallery.tsx";
import type { ProductFact } from "./product-facts.ts";
import { productCrumbs, productJsonLd } from "./product-json-ld.ts";

/** The server draws them with the page. A browser loads their code only where there are some. */
const ProductReviews = import.meta.env.SSR
  ? (await import("../reviews/product-reviews.tsx")).default
  : lazyPart(() => import("../reviews/product-reviews.tsx"));

type ProductPageProps = {
  product: ProductInColors;
  facts: ProductFact[];
  colorNames: string;
  related: ProductSummary[];
  delivery: DeliveryPromise;
  /** null: none is shown yet. */
  reviews: Reviews | null;
  /** The answer to a restock request that was sent without scripts. */
  restock: SentRestock | undefined;
};

export function ProductPage({
  product,
  facts,
  colorNames,
  related,
  delivery,
  reviews,
  restock,
}: ProductPageProps) {
  const { publicUrl, settings } = useRootData();

  return (
    <>
      <JsonLd
        data={
          import.meta.env.SSR
            ? [
                ...productJsonLd(product, publicUrl, settings, reviews),
                breadcrumbJsonLd(productCrumbs(product), publicUrl),
              ]
            : []
        }
      />
      <div className="wrap relative pb-14 md:pt-5 md:pb-20">
        <Link
          to={href("/shop")}
          viewTransition
          className="back-link group inline-flex min-h-11 items-center gap-2 font-medium"
        >
          <ArrowLeft className="size-[1.125rem] flex-none transition-transform group-hover:-translate-x-1" />
          Back to Shop
        </Link>
        <div className="product-layout">
          <ProductGallery product={product} />
          <BuyBox {...{ product, facts, colorNames, delivery }} reviews={reviews} restock={restock} />
        </div>
      </div>
      {reviews && (
        <Suspense>
          <ProductReviews product={product} reviews={reviews} />
        </Suspense>
      )}
      {related.length > 0 && (
        <ProductBand
          heading="You may also like"
          link={{
            to: categoryPath(product.category),
            label: `All ${product.category.name.toLowerCase()}`,
          }}
          tone="sand"
        >
          <ProductRow products={related} />
        </ProductBand>
      )}
      <RecentlyViewed shownId={product.id} />
    </>
  );
}
