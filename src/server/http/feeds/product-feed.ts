// The product feed as Google Merchant Center reads it: RSS 2.0 with fields of the g: namespace. A product
// with options is a group, and each option an item of its own with its size and its own availability.
// https://support.google.com/merchants/answer/7052112
import { createHash } from "node:crypto";
import { DELIVERY_DAYS_MAX, DELIVERY_DAYS_MIN } from "#domain/checkout/delivery.ts";
import { shippingFor } from "#domain/checkout/pricing.ts";
import { formatDollars } from "#domain/money/money.ts";
import { type Category, categoryLabels, effectivePrice } from "#domain/product/product.ts";
import type { ShippingSettings, StoreSettings } from "#domain/settings/settings.ts";
import { exportProducts } from "../../catalog/export-products.ts";
import type { ListedProduct } from "../../catalog/export-queries.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import type { Shop } from "../../shop.ts";
import { element, XML_START } from "./xml.ts";

const TITLE_MAX = 150;
const DESCRIPTION_MAX = 5_000;
const EXTRA_IMAGES_MAX = 10;
const ID_MAX = 50;
const SIZE_MAX = 100;
/** Clothing needs a size, and this is Google's word for what is sold in one. */
const ONE_SIZE = "one size";

/** Numbers of Google's product taxonomy: Clothing Accessories > Hats, and Clothing > Shirts & Tops. */
const googleCategories: Record<Category, string> = { HATS: "173", SHIRTS: "212" };

/** The feed in pieces, one batch of products at a time. `productsMax` and `batch` as in exportProducts. */
export async function* productFeed(
  shop: Shop,
  limits: { productsMax?: number; batch?: number } = {},
): AsyncGenerator<string> {
  const settings = await loadSettings(shop);
  const { storeName } = settings.businessInfo;
  yield `${XML_START}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${element(
    "title",
    storeName,
  )}${element("link", `${shop.env.publicUrl}/`)}${element("description", `Hats and shirts of ${storeName}`)}\n`;
  for await (const products of exportProducts(shop, limits)) {
    yield products.flatMap((product) => itemsOf(product, settings, shop.env.publicUrl)).join("");
  }
  yield "</channel>\n</rss>\n";
}

/** Nothing for a product without a picture: Google lists none without one and counts it against the feed. */
function itemsOf(product: ListedProduct, settings: StoreSettings, publicUrl: string): string[] {
  if (product.images.length === 0) return [];
  if (product.options.length === 0) return [itemOf(product, null, settings, publicUrl)];
  return product.options.map((option) => itemOf(product, option, settings, publicUrl));
}

function itemOf(
  product: ListedProduct,
  option: ListedProduct["options"][number] | null,
  { businessInfo, shipping }: StoreSettings,
  publicUrl: string,
): string {
  const absolute = (url: string) => new URL(url, publicUrl).href;
  const [main, ...extras] = product.images;
  const isAvailable = (option ? option.available : product.quantity) > 0;
  const fields = [
    element("g:id", option ? optionId(product.id, option.variation) : product.id),
    element("g:title", cut(option ? `${product.name} - ${option.variation}` : product.name, TITLE_MAX)),
    element("g:description", cut(product.description || product.name, DESCRIPTION_MAX)),
    element("g:link", `${publicUrl}/product/${product.id}`),
    element("g:image_link", main && absolute(main.url)),
    ...extras.slice(0, EXTRA_IMAGES_MAX).map(({ url }) => element("g:additional_image_link", absolute(url))),
    element("g:availability", isAvailable ? "in_stock" : "out_of_stock"),
    element("g:price", amount(product.price)),
    element("g:sale_price", product.salePrice === null ? null : amount(product.salePrice)),
    element("g:condition", "new"),
    element("g:brand", cut(businessInfo.storeName, 70)),
    element("g:identifier_exists", "no"),
    element("g:google_product_category", googleCategories[product.category]),
    element("g:product_type", categoryLabels[product.category]),
    element("g:item_group_id", option && product.id),
    element("g:size", option ? cut(option.variation, SIZE_MAX) : ONE_SIZE),
    element("g:color", colorOf(product)),
    element("g:age_group", "adult"),
    element("g:gender", "unisex"),
    shippingOf(product, shipping),
  ];
  return `<item>${fields.join("")}</item>\n`;
}

const COLOR =
  /\b(black|white|bone|cream|ivory|beige|sand|tan|khaki|brown|gr[ae]y|charcoal|navy|blue|teal|green|olive|moss|sage|yellow|gold|orange|rust|clay|red|burgundy|pink|coral|purple|lavender)\b/i;

/** The first color that the text of the main picture names; products have no field for it. */
function colorOf({ images }: ListedProduct): string | null {
  return COLOR.exec(images[0]?.alt ?? "")?.[0].toLowerCase() ?? null;
}

/** What shipping costs for one of it alone, and how long it takes. */
function shippingOf(product: ListedProduct, settings: ShippingSettings): string {
  const cost = shippingFor(effectivePrice(product), settings);
  return `<g:shipping>${element("g:country", "US")}${element("g:service", "Standard")}${element(
    "g:price",
    amount(cost),
  )}${element("g:min_transit_time", String(DELIVERY_DAYS_MIN))}${element(
    "g:max_transit_time",
    String(DELIVERY_DAYS_MAX),
  )}</g:shipping>`;
}

/** The product's id and the option, as it stands where it is short and plain, else a digest of it. */
function optionId(id: string, variation: string): string {
  const plain = `${id}-${variation}`;
  if (plain.length <= ID_MAX && /^[A-Za-z0-9]+$/.test(variation)) return plain;
  return `${id}-${createHash("sha256").update(variation).digest("hex").slice(0, 12)}`;
}

function amount(cents: number): string {
  return `${formatDollars(cents)} USD`;
}

function cut(text: string, lengthMax: number): string {
  return [...text.replace(/\s+/g, " ").trim()].slice(0, lengthMax).join("");
}
