import { data } from "react-router";
import { deliveryPromise } from "#domain/checkout/delivery.ts";
import { deliveryRules } from "#domain/settings/delivery-rules.ts";
import { cursorText, parseCursor } from "#domain/text/cursor.ts";
import { queryText } from "#domain/text/query-text.ts";
import { findProduct } from "#server/catalog/find-product.ts";
import { listRelated } from "#server/catalog/list-related.ts";
import { listProductReviews } from "#server/reviews/list-product-reviews.ts";
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

/** After which review a page of its reviews begins. */
const placeIn = (params: URLSearchParams) => parseCursor(params.get("reviews"));

/** A page of reviews has one name, whatever else its URL says. */
export const handle = {
  search: import.meta.env.SSR
    ? (params: URLSearchParams) => {
        const after = placeIn(params);
        return queryText({ reviews: after && cursorText(after) });
      }
    : null,
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const product = await findProduct(shop, { id: params.id });
  const related = product ? await listRelated(shop, { product, limit: RELATED_COUNT }) : [];
  const { shipping } = (await recallSettings(shop)).settings;
  const facts = product ? productFacts(product, shipping) : [];
  const colorNames = product ? tellColors(product) : "";
  const delivery = deliveryPromise(shop.clock(), deliveryRules(shipping, await loadProfile(shop)));
  const after = placeIn(new URL(request.url).searchParams);
  const reviews = product ? await listProductReviews(shop, { productId: product.id, after }) : null;
  return data({ product, facts, colorNames, related, delivery, reviews }, { status: product ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (loaderData?.product) return productMeta(matches, loaderData.product);
  const description = "This product doesn't exist or has been removed.";
  return pageMeta(matches, { title: "Product Not Found", description, path: "/shop", noindex: true });
};

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  const { product, facts, colorNames, related, delivery, reviews } = loaderData;
  if (!product) return <ProductNotFound />;
  return <ProductPage key={product.id} {...{ product, facts, colorNames, related, delivery, reviews }} />;
}

export function ErrorBoundary() {
  return <ProductFailure />;
}
