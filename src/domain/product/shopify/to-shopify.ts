// The catalog in the columns of Shopify's product files, for whoever takes it there, or to a program that reads only those.
// A product is as many rows as it has options or pictures; fromShopify makes the same product of them. What Shopify has no
// column for stays out: color, design, material, fit, care, and when a sale begins and ends.
import { BYTE_ORDER_MARK, csvLine } from "../../text/csv.ts";
import { photoKey } from "../drafts/photo-names.ts";
import { isOnSale } from "../product.ts";
import type { ProductValues } from "../product-form.ts";

type Exported = ProductValues & { id: string };
/** Picture addresses begin with `origin` where they are the shop's own. `now`: what its clocks show, "2026-06-01T21:30". */
type Told = { origin: string; now: string };
type Cells = Record<string, string | number>;

const columns = [
  ...["Handle", "Title", "Body (HTML)", "Product Category", "Type", "Published"],
  ...["Option1 Name", "Option1 Value", "Variant SKU", "Variant Grams", "Variant Inventory Tracker"],
  ...["Variant Inventory Qty", "Variant Inventory Policy", "Variant Fulfillment Service", "Variant Price"],
  ...["Variant Compare At Price", "Variant Requires Shipping", "Variant Taxable", "Variant Barcode"],
  ...["Image Src", "Image Position", "Image Alt Text"],
  ...["Google Shopping / Gender", "Google Shopping / Age Group", "Google Shopping / MPN"],
  ...["Cost per item", "Status"],
];

export const shopifyCsvHead = `${BYTE_ORDER_MARK}${csvLine(columns)}`;

/** Their names in Shopify's list of categories. */
const categories = {
  HATS: "Apparel & Accessories > Clothing Accessories > Hats",
  SHIRTS: "Apparel & Accessories > Clothing > Clothing Tops > Shirts",
};
const genders = { men: "male", women: "female", unisex: "unisex" };
const GRAMS_PER_OZ = 28.349_523_125;

/** Writes the products of one file one after the other: two of one name get handles of their own. */
export function shopifyLines({ origin, now }: Told): (product: Exported) => string {
  const taken = new Set<string>();
  return (product) => {
    const plain = photoKey(product.name) || "product";
    const handle = taken.has(plain) ? `${plain}-${product.id.slice(0, 8)}` : plain;
    taken.add(handle);
    const rows = Math.max(product.stock.length, product.images.length);
    const lines = Array.from({ length: rows }, (_, row) => {
      const cells: Cells = {
        Handle: handle,
        ...(row === 0 ? productCells(product) : {}),
        ...optionCells(product, row, now),
        ...pictureCells(product, row, origin),
      };
      return csvLine(columns.map((column) => cells[column] ?? ""));
    });
    return lines.join("");
  };
}

function productCells({ name, description, category, type, status, gender, ageGroup }: Exported): Cells {
  return {
    Title: name,
    "Body (HTML)": htmlOf(description),
    "Product Category": categories[category],
    Type: type,
    Published: status === "active" ? "TRUE" : "FALSE",
    "Google Shopping / Gender": genders[gender],
    "Google Shopping / Age Group": ageGroup,
    Status: status,
  };
}

function optionCells(product: Exported, row: number, now: string): Cells {
  const line = product.stock[row];
  if (!line) return {};
  const { price, salePrice, weight, cost, optionName } = product;
  const isSale = salePrice !== null && isOnSale(product) && isNow(product, now);
  const isPlain = line.variation === "";
  return {
    ...(row === 0 && { "Option1 Name": isPlain ? "Title" : optionName }),
    "Option1 Value": isPlain ? "Default Title" : line.variation,
    "Variant SKU": line.sku,
    "Variant Barcode": line.gtin,
    "Google Shopping / MPN": line.mpn,
    "Variant Grams": weight === null ? "" : Math.round(weight * GRAMS_PER_OZ),
    "Variant Inventory Tracker": "shopify",
    "Variant Inventory Qty": line.onHand,
    "Variant Inventory Policy": "deny",
    "Variant Fulfillment Service": "manual",
    "Variant Price": dollars(isSale ? salePrice : price),
    "Variant Compare At Price": isSale ? dollars(price) : "",
    "Variant Requires Shipping": "TRUE",
    "Variant Taxable": "TRUE",
    "Cost per item": cost === null ? "" : dollars(cost),
  };
}

/** A sale that has not begun, or is over, is none. The times are the shop's own. */
function isNow({ saleStartsAt, saleEndsAt }: Exported, now: string): boolean {
  return saleStartsAt <= now && (saleEndsAt === "" || now < saleEndsAt);
}

function pictureCells({ images }: Exported, row: number, origin: string): Cells {
  const picture = images[row];
  if (!picture) return {};
  const address = picture.url.startsWith("/") ? `${origin}${picture.url}` : picture.url;
  return { "Image Src": address, "Image Position": row + 1, "Image Alt Text": picture.alt };
}

/** Paragraphs and lines as HTML, of which plainText makes the same text again, but for an empty line before a list. */
function htmlOf(text: string): string {
  if (text === "") return "";
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const paragraphs = safe.split(/\n{2,}/).map((part) => `<p>${part.replaceAll("\n", "<br>")}</p>`);
  return paragraphs.join("");
}

const dollars = (cents: number) => (cents / 100).toFixed(2);
