import { href } from "react-router";
import { loadHome } from "#server/catalog/load-home.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { JsonLd } from "../../page/json-ld.tsx";
import { cachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { rootDataOf, useRootData } from "../../page/root-data.ts";
import { ProductBand } from "../../storefront/catalog/product-band.tsx";
import { ProductRow } from "../../storefront/catalog/product-row.tsx";
import { RecentlyViewed } from "../../storefront/catalog/recently-viewed.tsx";
import { ScorecardPrice } from "../../storefront/catalog/scorecard-price.tsx";
import { CategoryDoors } from "../../storefront/home/category-doors.tsx";
import { Hero } from "../../storefront/home/hero.tsx";
import { storeJsonLd } from "../../storefront/home/store-json-ld.ts";
import { WhyChoose } from "../../storefront/home/why-choose.tsx";
import type { Route } from "./+types/home";

export const headers = cachedPage;

export async function loader({ context }: Route.LoaderArgs) {
  return loadHome(shopOf(context));
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { settings, businessDays } = rootDataOf(matches);
  const { storeName } = settings.businessInfo;
  return pageMeta(matches, {
    previewTitle: `${storeName}: golf hats and shirts`,
    description: `${storeName}: golf hats and shirts that look right on the first tee and at the bar after. Shipping in ${businessDays} within the US.`,
    path: "/",
  });
};

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, categories, newest, onSale } = loaderData;
  const { settings, profile, publicUrl, businessDays } = useRootData();
  const { storeName } = settings.businessInfo;
  return (
    <>
      <JsonLd data={import.meta.env.SSR ? storeJsonLd(publicUrl, settings, profile) : []} />
      <Hero product={hero} />
      <CategoryDoors categories={categories} />
      {newest.length > 0 && (
        <ProductBand heading="Just landed" link={{ to: href("/shop"), label: "See everything" }}>
          <ProductRow products={newest} />
        </ProductBand>
      )}
      {onSale.length > 0 && (
        <ProductBand
          heading="Under par"
          intro="Marked down, not played in."
          link={{ to: "/shop?sale=true", label: "See the sale" }}
          tone="sand"
        >
          <ProductRow products={onSale} PriceTag={ScorecardPrice} />
        </ProductBand>
      )}
      <WhyChoose storeName={storeName} businessDays={businessDays} shipping={settings.shipping} />
      <RecentlyViewed />
    </>
  );
}
