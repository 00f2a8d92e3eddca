import { listNames } from "#domain/category/category.ts";
import { loadSizeGuide } from "#server/catalog/load-size-guide.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { SizeGuidePage } from "../../storefront/sizes/size-guide-page.tsx";
import type { Route } from "./+types/size-guide";

export const headers = cachedPage;

export async function loader({ context }: Route.LoaderArgs) {
  return loadSizeGuide(shopOf(context));
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const names = listNames((loaderData?.charts ?? []).map(({ name }) => name));
  return pageMeta(matches, {
    title: "Size guide",
    description: `Find your size: ${names} in inches and centimeters.`,
    path: "/size-guide",
    noindex: names === "",
  });
};

export default function SizeGuide({ loaderData }: Route.ComponentProps) {
  return <SizeGuidePage charts={loaderData.charts} />;
}
