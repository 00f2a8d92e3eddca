import { useEffect } from "react";
import { href, Link } from "react-router";
import type { DeliveryPromise } from "#domain/delivery.ts";
import { categoryLabels, type Product, type ProductSummary } from "#domain/product.ts";
import { shopQuery } from "#domain/shop-search.ts";
import { ProductBand } from "../catalog/product-band.tsx";
import { ProductRow } from "../catalog/product-grid.tsx";
import { RecentlyViewed } from "../catalog/recently-viewed.tsx";
import { rememberViewed } from "../catalog/viewed-products.ts";
import { breadcrumbJsonLd } from "../layout/breadcrumb-json-ld.ts";
import { JsonLd } from "../layout/json-ld.tsx";
import { useRootData } from "../layout/root-data.ts";
import { ArrowLeft } from "../ui/icons.tsx";
import { BuyBox } from "./buy-box.tsx";
import { ProductGallery } from "./product-gallery.tsx";
import { productCrumbs, productJsonLd } from "./product-json-ld.ts";

type ProductPageProps = { product: Product; related: ProductSummary[]; delivery: DeliveryPromise };

export function ProductPage({ product, related, delivery }: ProductPageProps) {
  const { publicUrl, settings } = useRootData();
  useEffect(() => rememberViewed(product.id), [product.id]);

  return (
    <>
      <JsonLd
        data={
          import.meta.env.SSR
            ? [
                productJsonLd(product, publicUrl, settings),
                breadcrumbJsonLd(productCrumbs(product), publicUrl),
              ]
            : []
        }
      />
      <div className="wrap pt-3 pb-14 md:pt-5 md:pb-20">
        <Link
          to={href("/shop")}
          viewTransition
          className="group inline-flex min-h-11 items-center gap-2 font-medium"
        >
          <ArrowLeft className="size-[1.125rem] transition-transform group-hover:-translate-x-1" />
          Back to Shop
        </Link>
        <div className="product-layout mt-1">
          <ProductGallery product={product} />
          <BuyBox product={product} delivery={delivery} />
        </div>
      </div>
      {related.length > 0 && (
        <ProductBand
          heading="You may also like"
          link={{
            to: `/shop${shopQuery({ category: product.category })}`,
            label: `All ${categoryLabels[product.category].toLowerCase()}`,
          }}
          tone="sand"
        >
          <ProductRow products={related} />
        </ProductBand>
      )}
      <RecentlyViewed exceptId={product.id} />
    </>
  );
}
