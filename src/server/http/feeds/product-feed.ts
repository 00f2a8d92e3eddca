// The product feed as Google Merchant Center reads it: RSS 2.0 with fields of the g: namespace. Each option is an item of
// its own with its size and its own availability; the colors and sizes of a design are one group (domain/catalog/listed-variants.ts).
// test/pages/merchant-feed.ts has Google's rules for every field. https://support.google.com/merchants/answer/7052112

import { rangeOf } from "#domain/brand/brand.ts";
import type { CatalogEntry } from "#domain/catalog/catalog-entry.ts";
import { colorLeaders, repeatsColor } from "#domain/catalog/design-colors.ts";
import {
  groupOf,
  type ListedVariant,
  listedVariants,
  type VariantGroup,
} from "#domain/catalog/listed-variants.ts";
import type { Category } from "#domain/category/category.ts";
import { shippingFor } from "#domain/checkout/pricing.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import { jpegPath } from "#domain/product/image.ts";
import { effectivePrice, type Product } from "#domain/product/product.ts";
import type { Gender } from "#domain/product/product-fields.ts";
import type { ShippingSettings, StoreSettings } from "#domain/settings/settings.ts";
import { momentOfLocal } from "#domain/text/zone-time.ts";
import { feedLabelsOf, listShownCollections } from "../../catalog/collections.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { googleCategory } from "./google-category.ts";
import { element, XML_START } from "./xml.ts";

const TITLE_MAX = 150;
const DESCRIPTION_MAX = 5_000;
const EXTRA_IMAGES_MAX = 10;
const BRAND_MAX = 70;
const VARIANT_MAX = 100;
const MATERIAL_MAX = 200;
/** Of a color's parts between slashes. */
const COLORS_MAX = 3;

const googleGenders: Record<Gender, string> = { unisex: "unisex", men: "male", women: "female" };

/** Products in one chunk of the feed. */
const BATCH = 500;

type FeedProduct = Product & Pick<CatalogEntry, "datedSale"> & { labels: ReadonlyMap<number, string> };

/** The feed in chunks, in the order of the products' ids. */
export async function* productFeed(shop: Shop): AsyncGenerator<string> {
  const { settings, profile, brand } = await loadConfiguration(shop);
  const catalog = await shop.memory.catalog.read(shop);
  // Its own list: the catalog changes while the feed is read.
  const entries = catalog.in("newest").toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const leaders = colorLeaders(entries);
  const labelsOf = feedLabelsOf(await listShownCollections(shop), nowOf(shop));
  const { storeName } = settings.businessInfo;
  const { categories } = catalog.settings;
  const range = rangeOf(brand.words, categories);
  yield `${XML_START}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${element(
    "title",
    storeName,
  )}${element("link", `${shop.env.publicUrl}/`)}${element("description", feedDescription(range, storeName))}\n`;
  const told = { now: nowOf(shop), publicUrl: shop.env.publicUrl, timeZone: profile.timeZone, categories };
  for (let at = 0; at < entries.length; at += BATCH) {
    yield entries
      .slice(at, at + BATCH)
      .map((entry) => ({
        ...entry.product,
        repeatsColor: repeatsColor(entry, leaders),
        datedSale: entry.datedSale,
        labels: labelsOf(entry),
      }))
      .flatMap((product) => itemsOf(product, settings, told))
      .join("");
  }
  yield "</channel>\n</rss>\n";
}

/** When the feed is read, and where the shop and its clocks are. */
type FeedContext = { now: Date; publicUrl: string; timeZone: string; categories: readonly Category[] };

/** "Hats and shirts of Golf Pro Shop" */
function feedDescription(range: string, storeName: string): string {
  return range === "" ? storeName : `${range.charAt(0)}${range.slice(1).toLowerCase()} of ${storeName}`;
}

/** Nothing for a product without a picture: Google lists none without one and counts it against the feed. */
function itemsOf(product: FeedProduct, settings: StoreSettings, told: FeedContext): string[] {
  if (product.images.length === 0) return [];
  const group = groupOf(product);
  const shared = sharedFields(product, group, settings, told);
  return listedVariants(product).map((variant, at) => {
    const cost =
      element("g:price", amount(variant.price)) +
      saleOf(variant, product.datedSale?.prices[at] ?? null, product, told) +
      shippingOf(variant, settings.shipping);
    return `<item>${variantFields(product, variant, told.publicUrl)}${cost}${shared}</item>\n`;
  });
}

/** The fields that distinguish an item from the others of its product. */
function variantFields({ name }: FeedProduct, variant: ListedVariant, publicUrl: string): string {
  const { option, gtin, mpn } = variant;
  return [
    element("g:id", variant.id),
    element("g:title", cut(option === null ? name : `${name} - ${option}`, TITLE_MAX)),
    element("g:link", publicUrl + variant.path),
    element("g:availability", variant.isAvailable ? "in_stock" : "out_of_stock"),
    element("g:gtin", gtin),
    element("g:mpn", mpn),
    // With a brand, which every item has, either of them is enough.
    element("g:identifier_exists", gtin || mpn ? "yes" : "no"),
    element("g:color", colorOf(variant.color)),
    element("g:size", cut(variant.size, VARIANT_MAX)),
    element("g:size_system", variant.sizeSystem),
    element("g:material", cut(variant.material, MATERIAL_MAX)),
    element("g:pattern", cut(variant.pattern, VARIANT_MAX)),
  ].join("");
}

function sharedFields(
  product: FeedProduct,
  group: VariantGroup | null,
  { businessInfo }: StoreSettings,
  told: FeedContext,
): string {
  const [main, ...extras] = product.images.map(({ url }) => {
    return new URL(jpegPath(url, "whole") ?? url, told.publicUrl).href;
  });
  const { id, name: category } = product.category;
  const ofCategory = told.categories.find((each) => each.id === id)?.googleCategory ?? "";
  return [
    element("g:item_group_id", group?.id),
    element("g:description", cut(product.description || product.name, DESCRIPTION_MAX)),
    element("g:image_link", main),
    ...extras.slice(0, EXTRA_IMAGES_MAX).map((url) => element("g:additional_image_link", url)),
    element("g:condition", "new"),
    element("g:brand", cut(businessInfo.storeName, BRAND_MAX)),
    element("g:google_product_category", googleCategory(product.type, ofCategory)),
    element("g:product_type", product.type ? `${category} > ${product.type}` : category),
    element("g:age_group", product.ageGroup),
    element("g:gender", googleGenders[product.gender]),
    element("g:shipping_weight", product.weight === null ? null : `${product.weight} oz`),
    ...[...product.labels].map(([label, name]) => element(`g:custom_label_${label}`, cut(name, VARIANT_MAX))),
  ].join("");
}

/** A sale with an end is listed with its times, even before it starts, so that it begins in time wherever the feed is read. */
function saleOf(
  { salePrice }: ListedVariant,
  stated: Cents | null,
  { datedSale, updatedAt }: FeedProduct,
  { now, timeZone }: FeedContext,
): string {
  const from = datedSale && momentOfLocal(datedSale.startsAt, timeZone);
  const until = datedSale && momentOfLocal(datedSale.endsAt, timeZone);
  const isAhead = from !== null && from > now;
  const price = isAhead ? stated : salePrice;
  if (price === null) return "";
  // Of a sale that began immediately, the last change of the product is a moment at which it was on.
  const times = until !== null && until > now ? [from ?? new Date(updatedAt), until] : [];
  const dates = times.map((time) => `${time.toISOString().slice(0, 16)}Z`).join("/");
  return element("g:sale_price", amount(price)) + element("g:sale_price_effective_date", dates);
}

/** "Bone/ Green" → "Bone/Green": the main color first, at most three. */
function colorOf(color: string): string {
  const parts = color.split("/").map((part) => cut(part, VARIANT_MAX));
  return cut(parts.filter(Boolean).slice(0, COLORS_MAX).join("/"), VARIANT_MAX);
}

/** What shipping costs for one of it alone, and how long it takes. */
function shippingOf(variant: ListedVariant, settings: ShippingSettings): string {
  const cost = shippingFor(effectivePrice(variant), settings);
  return `<g:shipping>${element("g:country", "US")}${element("g:service", "Standard")}${element(
    "g:price",
    amount(cost),
  )}${element("g:min_transit_time", String(settings.deliveryDaysMin))}${element(
    "g:max_transit_time",
    String(settings.deliveryDaysMax),
  )}</g:shipping>`;
}

function amount(cents: number): string {
  return `${formatDollars(cents)} USD`;
}

function cut(text: string, lengthMax: number): string {
  return [...text.replace(/\s+/g, " ").trim()].slice(0, lengthMax).join("");
}
