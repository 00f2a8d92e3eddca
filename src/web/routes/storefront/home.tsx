import { href } from "react-router";
import { loadHome } from "#server/catalog/load-home.ts";
import { ProductBand } from "../../catalog/product-band.tsx";
import { ProductRow } from "../../catalog/product-grid.tsx";
import { RecentlyViewed } from "../../catalog/recently-viewed.tsx";
import { ScorecardPrice } from "../../catalog/scorecard-price.tsx";
import { CategoryDoors } from "../../home/category-doors.tsx";
import { Hero } from "../../home/hero.tsx";
import { storeJsonLd } from "../../home/store-json-ld.ts";
import { WhyChoose } from "../../home/why-choose.tsx";
import { JsonLd } from "../../layout/json-ld.tsx";
import { pageMeta } from "../../layout/page-meta.ts";
import { rootDataOf, useRootData } from "../../layout/root-data.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page-headers.ts";
import type { Route } from "./+types/home";

export const headers = cachedPage;

export async function loader({ context }: Route.LoaderArgs) {
  return loadHome(shopOf(context));
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { storeName } = rootDataOf(matches).settings.businessInfo;
  return pageMeta(matches, {
    description: `${storeName}: golf hats and shirts that look right on the first tee and at the bar after. 3-5 day shipping in the US.`,
    path: "/",
  });
};

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, categories, newest, onSale } = loaderData;
  const { settings, publicUrl } = useRootData();
  const { storeName } = settings.businessInfo;
  return (
    <>
      <JsonLd data={import.meta.env.SSR ? storeJsonLd(storeName, publicUrl, settings.businessInfo) : []} />
      <Hero product={hero} />
      <CategoryDoors pictures={categories} />
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
      <WhyChoose storeName={storeName} />
      <RecentlyViewed />
    </>
  );
}
