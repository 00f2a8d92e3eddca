import { shopQuery } from "#domain/catalog/shop-search.ts";
import { DELIVERY_DAYS_MAX, DELIVERY_DAYS_MIN } from "#domain/checkout/delivery.ts";
import { shippingFor } from "#domain/checkout/pricing.ts";
import { CURRENCY, formatDollars } from "#domain/money/money.ts";
import { categoryLabels, effectivePrice, type Product, stockLevel } from "#domain/product/product.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import type { Crumb } from "../../page/breadcrumb-json-ld.ts";

/** The product and its offer in the terms of schema.org, with absolute URLs. */
export function productJsonLd(product: Product, publicUrl: string, settings: StoreSettings) {
  const { storeName } = settings.businessInfo;
  const address = `${publicUrl}/product/${product.id}`;
  const isSoldOut = stockLevel(product.quantity) === "sold-out";
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": address,
    name: product.name,
    description: product.description,
    category: categoryLabels[product.category],
    sku: product.id,
    image: product.images.map((image) => new URL(image.url, publicUrl).href),
    brand: { "@type": "Brand", name: storeName },
    offers: {
      "@type": "Offer",
      url: address,
      price: formatDollars(effectivePrice(product)),
      priceCurrency: CURRENCY.toUpperCase(),
      availability: `https://schema.org/${isSoldOut ? "OutOfStock" : "InStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@type": "Organization", name: storeName },
      shippingDetails: shippingDetails(product, settings),
    },
  };
}

/** What it costs to ship one alone, and how long that takes. */
function shippingDetails(product: Product, { shipping }: StoreSettings) {
  const days = (minValue: number, maxValue: number) => ({
    "@type": "QuantitativeValue",
    minValue,
    maxValue,
    unitCode: "DAY",
  });
  return {
    "@type": "OfferShippingDetails",
    shippingRate: {
      "@type": "MonetaryAmount",
      value: formatDollars(shippingFor(effectivePrice(product), shipping)),
      currency: CURRENCY.toUpperCase(),
    },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "US" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: days(0, 0),
      transitTime: days(DELIVERY_DAYS_MIN, DELIVERY_DAYS_MAX),
    },
  };
}

/** Shop → category → product. */
export function productCrumbs({ id, name, category }: Pick<Product, "id" | "name" | "category">): Crumb[] {
  return [
    { name: "Shop", path: "/shop" },
    { name: categoryLabels[category], path: `/shop${shopQuery({ category })}` },
    { name, path: `/product/${id}` },
  ];
}
