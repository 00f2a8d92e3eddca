import { Suspense } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { deliveryPromise } from "#domain/checkout/delivery.ts";
import { productPath, productSlug } from "#domain/product/product-path.ts";
import { deliveryRules } from "#domain/settings/delivery-rules.ts";
import { cursorText, parseCursor } from "#domain/text/cursor.ts";
import { queryText } from "#domain/text/query-text.ts";
import { loadProductPage } from "#server/catalog/load-product-page.ts";
import { clientIpOf } from "#server/core/client-ip.ts";
import { askForRestock } from "#server/inbox/restock/ask-for-restock.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { loadsAnew } from "../../layout/within-page.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { lazyPart } from "../../page/use-loaded.ts";
import { formatColors, productFacts } from "../../storefront/product/product-facts.ts";
import { productMeta } from "../../storefront/product/product-meta.ts";
import { ProductPage } from "../../storefront/product/product-page.tsx";
import type { Route } from "./+types/product";
import { formPageHeaders, respond, textOf } from "./form-page.ts";

export const headers = formPageHeaders;

/** Hardly any product fails to load: this comes at the first sign of a shopper. */
const ProductFailure = import.meta.env.SSR
  ? (await import("../../storefront/product/product-failure.tsx")).ProductFailure
  : lazyPart(async () => ({ default: (await import("../../layout/failure-page.tsx")).ProductFailure }));

/** Most products are there: a browser loads its code only where one is not. */
const ProductNotFound = import.meta.env.SSR
  ? (await import("../../storefront/product/product-not-found.tsx")).default
  : lazyPart(() => import("../../storefront/product/product-not-found.tsx"));

const IN_STOCK = 409;

// Also when the requested variant is back: it can be chosen right away.
export const shouldRevalidate = (asked: ShouldRevalidateFunctionArgs) =>
  asked.actionStatus === IN_STOCK || loadsAnew(asked);

const RELATED_MAX = 4;

/** After which review a page of its reviews begins. */
const placeIn = (params: URLSearchParams) => parseCursor(params.get("reviews"));

/** A page of reviews has one name, regardless of the rest of its URL. */
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
  const { search, searchParams } = new URL(request.url);
  const after = placeIn(searchParams);
  const [page, { settings, profile }] = await Promise.all([
    loadProductPage(shop, { id: params.id, relatedMax: RELATED_MAX, after }),
    loadConfiguration(shop),
  ]);
  const { product = null, related = [], reviews = null } = page ?? {};
  // The address without a name shows the product, and says which one search engines should list. A former name leads there.
  if (product && params.slug !== undefined && params.slug !== productSlug(product.name))
    throw redirect(productPath(product) + search, 301);
  const { shipping } = settings;
  const facts = product ? productFacts(product, shipping) : [];
  const colorNames = product ? formatColors(product) : "";
  const delivery = deliveryPromise(shop.clock(), deliveryRules(shipping, profile));
  return data({ product, facts, colorNames, related, delivery, reviews }, { status: product ? 200 : 404 });
}

/** Far more than a field needs; the typed values come back with the response. */
const FIELD_LENGTH_MAX = 254;

/** A restock request. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData();
  const [option, email] = [textOf(form, "option"), textOf(form, "email")];
  const values = { option: option.slice(0, FIELD_LENGTH_MAX), email: email.slice(0, FIELD_LENGTH_MAX) };
  const ip = clientIpOf(request);
  const outcome = await askForRestock(shopOf(context), { productId: params.id, option, email, ip });
  return respond({ outcome, values });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (loaderData?.product) return productMeta(matches, loaderData.product);
  const description = "This product doesn't exist or has been removed.";
  return pageMeta(matches, { title: "Product Not Found", description, path: "/shop", noindex: true });
};

export default function ProductRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { product, facts, colorNames, related, delivery, reviews } = loaderData;
  if (!product)
    return (
      <Suspense>
        <ProductNotFound />
      </Suspense>
    );
  return (
    <ProductPage
      key={product.id}
      {...{ product, facts, colorNames, related, delivery, reviews }}
      restock={actionData}
    />
  );
}

export function ErrorBoundary() {
  return (
    <Suspense>
      <ProductFailure />
    </Suspense>
  );
}
