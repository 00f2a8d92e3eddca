import { data } from "react-router";
import { deliveryPromise } from "#domain/checkout/delivery.ts";
import { deliveryRules } from "#domain/settings/delivery-rules.ts";
import { findProduct } from "#server/catalog/find-product.ts";
import { listRelated } from "#server/catalog/list-related.ts";
import { loadProfile } from "#server/settings/load-configuration.ts";
import { recallSettings } from "#server/settings/recall-settings.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { productFacts, tellColors } from "../../storefront/product/product-facts.ts";
import { ProductFailure } from "../../storefront/product/product-failure.tsx";
import { productMeta } from "../../storefront/product/product-meta.ts";
import { ProductNotFound } from "../../storefront/product/product-not-found.tsx";
import { ProductPage } from "../../storefront/product/product-page.tsx";
import type { Route } from "./+types/product";

export const headers = cachedPage;

const RELATED_COUNT = 4;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const product = await findProduct(shop, { id: params.id });
  const related = product ? await listRelated(shop, { product, limit: RELATED_COUNT }) : [];
  const { shipping } = (await recallSettings(shop)).settings;
  const facts = product ? productFacts(product, shipping) : [];
  const colorNames = product ? tellColors(product) : "";
  const delivery = deliveryPromise(shop.clock(), deliveryRules(shipping, await loadProfile(shop)));
  return data({ product, facts, colorNames, related, delivery }, { status: product ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (loaderData?.product) return productMeta(matches, loaderData.product);
  const description = "This product doesn't exist or has been removed.";
  return pageMeta(matches, { title: "Product Not Found", description, path: "/shop", noindex: true });
};

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  const { product, facts, colorNames, related, delivery } = loaderData;
  if (!product) return <ProductNotFound />;
  return <ProductPage key={product.id} {...{ product, facts, colorNames, related, delivery }} />;
}

export function ErrorBoundary() {
  return <ProductFailure />;
}
