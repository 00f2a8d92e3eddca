// A product in the terms of schema.org, as Google reads it: a product with options is a group of variants that have each
// their own offer. Ids, groups and variants are those of the product feed. test/pages/merchant-listing.ts has Google's rules.
// https://developers.google.com/search/docs/appearance/structured-data/product-variants and …/merchant-listing
import type {
  AggregateRating,
  Offer,
  OfferShippingDetails,
  PeopleAudience,
  ProductGroup,
  ProductLeaf,
  Review,
  WithContext,
} from "schema-dts";
import { groupOf, type ListedVariant, listedVariants } from "#domain/catalog/listed-variants.ts";
import { categoryPath } from "#domain/category/category-path.ts";
import { shippingFor } from "#domain/checkout/pricing.ts";
import { CURRENCY, formatDollars } from "#domain/money/money.ts";
import { effectivePrice, isOnSale, lastSaleDay, type Product } from "#domain/product/product.ts";
import type { AgeGroup, Gender } from "#domain/product/product-fields.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import type { ProductReviews } from "#server/inbox/reviews/page-of-reviews.ts";
import type { Crumb } from "../../page/breadcrumb-json-ld.ts";

const SCHEMA = "https://schema.org";
/** Said once on a page; its offers point to it. */
const SHIPPING = { "@id": "#shipping" };

const genders: Record<Gender, string> = { unisex: "unisex", men: "male", women: "female" };
/** In years, as Google divides them. */
const ages: Record<AgeGroup, { suggestedMinAge: number; suggestedMaxAge?: number }> = {
  adult: { suggestedMinAge: 13 },
  kids: { suggestedMinAge: 5, suggestedMaxAge: 13 },
  toddler: { suggestedMinAge: 1, suggestedMaxAge: 5 },
  infant: { suggestedMinAge: 0.25, suggestedMaxAge: 1 },
  newborn: { suggestedMinAge: 0, suggestedMaxAge: 0.25 },
};

/** What buyers say of it, and their words that the page shows. */
type Rated = Pick<ProductReviews, "average" | "count" | "reviews">;

/** What a product's page says: the product, or the group of its options, and how it is shipped. With absolute URLs. */
export function productJsonLd(
  product: Product,
  publicUrl: string,
  settings: StoreSettings,
  reviews: Rated | null,
): [WithContext<ProductLeaf> | WithContext<ProductGroup>, WithContext<OfferShippingDetails>] {
  const shipping = shippingDetails(product, settings);
  const group = groupOf(product);
  const variants = listedVariants(product);
  const address = publicUrl + product.path;
  const variesBy = group?.variesBy.map((name) => `${SCHEMA}/${name}`);
  const shared = { ...sharedFacts(product, settings), ...(reviews && ratingFacts(reviews)) };
  const images = product.images.map(({ url }) => new URL(url, publicUrl).href);
  const [lone] = variants;
  if (group === null || lone?.option === null) {
    const isVariantOf: ProductGroup | undefined = group
      ? { "@type": "ProductGroup", name: group.name, productGroupID: group.id, variesBy }
      : undefined;
    const facts = lone && variantFacts(product, lone, publicUrl);
    return [
      {
        "@context": SCHEMA,
        "@type": "Product",
        "@id": address,
        ...shared,
        image: images,
        isVariantOf,
        ...facts,
      },
      shipping,
    ];
  }
  const hasVariant = variants.map((variant) => ({
    "@type": "Product" as const,
    name: `${product.name} - ${variant.option}`,
    image: images[0],
    ...variantFacts(product, variant, publicUrl),
  }));
  return [
    {
      "@context": SCHEMA,
      "@type": "ProductGroup",
      "@id": address,
      ...shared,
      name: group.name,
      // Of a group whose other colors have pages of their own, no page is the group's.
      url: group.id === product.id ? address : undefined,
      image: images,
      productGroupID: group.id,
      variesBy,
      hasVariant,
    },
    shipping,
  ];
}

function sharedFacts(product: Product, { businessInfo }: StoreSettings) {
  const category = product.category.name;
  const audience: PeopleAudience = {
    "@type": "PeopleAudience",
    suggestedGender: genders[product.gender],
    ...ages[product.ageGroup],
  };
  return {
    name: product.name,
    description: product.description || product.name,
    category: product.type ? `${category} > ${product.type}` : category,
    brand: { "@type": "Brand" as const, name: businessInfo.storeName },
    audience,
  };
}

function ratingFacts({ average, count, reviews }: Rated): {
  aggregateRating: AggregateRating;
  review: Review[];
} {
  const scale = { bestRating: 5, worstRating: 1 };
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: average,
      reviewCount: count,
      ...scale,
    },
    review: reviews.map(({ stars, text, name, at }) => ({
      "@type": "Review" as const,
      author: { "@type": "Person" as const, name },
      datePublished: at.slice(0, 10),
      reviewBody: text,
      reviewRating: { "@type": "Rating" as const, ratingValue: stars, ...scale },
    })),
  };
}

/** What tells a variant from the others of its product; what the owner has not said is left out. */
function variantFacts(product: Product, variant: ListedVariant, publicUrl: string) {
  return {
    sku: variant.id,
    gtin: variant.gtin || undefined,
    mpn: variant.mpn || undefined,
    color: variant.color || undefined,
    size: variant.size,
    material: variant.material || undefined,
    pattern: variant.pattern || undefined,
    offers: offerOf(product, variant, publicUrl),
  };
}

function offerOf({ saleEndsAt }: Product, variant: ListedVariant, publicUrl: string): Offer {
  const priceCurrency = CURRENCY.toUpperCase();
  return {
    "@type": "Offer",
    url: publicUrl + variant.path,
    price: formatDollars(effectivePrice(variant)),
    priceCurrency,
    priceValidUntil: isOnSale(variant) ? (lastSaleDay(saleEndsAt) ?? undefined) : undefined,
    priceSpecification: isOnSale(variant)
      ? {
          "@type": "UnitPriceSpecification",
          priceType: `${SCHEMA}/StrikethroughPrice`,
          price: formatDollars(variant.price),
          priceCurrency,
        }
      : undefined,
    availability: variant.isAvailable ? `${SCHEMA}/InStock` : `${SCHEMA}/OutOfStock`,
    itemCondition: `${SCHEMA}/NewCondition`,
    shippingDetails: SHIPPING,
  };
}

/** The cost and time to ship one unit. */
function shippingDetails(product: Product, { shipping }: StoreSettings): WithContext<OfferShippingDetails> {
  const days = (minValue: number, maxValue: number) => ({
    "@type": "QuantitativeValue" as const,
    minValue,
    maxValue,
    unitCode: "DAY",
  });
  return {
    "@context": SCHEMA,
    "@type": "OfferShippingDetails",
    ...SHIPPING,
    shippingRate: {
      "@type": "MonetaryAmount",
      value: formatDollars(shippingFor(effectivePrice(product), shipping)),
      currency: CURRENCY.toUpperCase(),
    },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "US" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: days(0, 0),
      transitTime: days(shipping.deliveryDaysMin, shipping.deliveryDaysMax),
    },
  };
}

/** Shop → category → product. */
export function productCrumbs({
  path,
  name,
  category,
}: Pick<Product, "path" | "name" | "category">): Crumb[] {
  return [
    { name: "Shop", path: "/shop" },
    { name: category.name, path: categoryPath(category) },
    { name, path },
  ];
}
