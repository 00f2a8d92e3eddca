// The catalog as rows of a file: what Shopify takes as it is, and read-rows.ts makes the same products of. Each amount
// stands in one place: a sale that is on is the price with its compare-at price; one that is not on has its own column.

import type { CategoryChoice } from "../../category/category.ts";
import { type Cents, formatDollars } from "../../money/money.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../text/csv.ts";
import { photoKey } from "../drafts/photo-names.ts";
import { priceTextsOf } from "../options/own-prices.ts";
import { isOnSale, type OwnPrices } from "../product.ts";
import { attributeTexts } from "../product-fields.ts";
import type { ProductValues } from "../product-form.ts";
import { categoryCell } from "./file-category.ts";
import { type FileColumn, nameOf, writtenColumns } from "./file-columns.ts";
import { htmlOf } from "./html-text.ts";

type Exported = ProductValues & { id: string };
/** Picture addresses begin with `origin` where they are the shop's own. `now`: what its clocks show, "2026-06-01T21:30". */
export type WrittenFor = { origin: string; now: string; categories: readonly CategoryChoice[] };
type Cells = Partial<Record<FileColumn, string | number>>;

export const productCsvHead = `${BYTE_ORDER_MARK}${csvLine(writtenColumns.map(nameOf))}`;

export const shopifyGenders = { men: "male", women: "female", unisex: "unisex" };
export const GRAMS_PER_OZ = 28.349_523_125;

/** Writes the products of one file one after the other: two of one name get handles of their own. */
export function productCsvLines(writtenFor: WrittenFor): (product: Exported) => string {
  const taken = new Set<string>();
  return (product) => {
    const plain = photoKey(product.name) || "product";
    const handle = taken.has(plain) ? `${plain}-${product.id.slice(0, 8)}` : plain;
    taken.add(handle);
    const rows = Math.max(product.stock.length, product.images.length);
    const lines = Array.from({ length: rows }, (_, row) => {
      const cells: Cells = {
        handle,
        id: product.id,
        ...(row === 0 && productCells(product, writtenFor)),
        ...optionCells(product, row, writtenFor),
        ...pictureCells(product, row, writtenFor),
      };
      return csvLine(writtenColumns.map((column) => cells[column] ?? ""));
    });
    return lines.join("");
  };
}

function productCells(product: Exported, { now, categories }: WrittenFor): Cells {
  const texts = attributeTexts(product);
  return {
    ...texts,
    description: htmlOf(product.description),
    category: categoryCell(product.category, categories),
    published: product.status === "active" ? "TRUE" : "FALSE",
    optionName: hasOptions(product) ? product.optionName : "Title",
    gender: shopifyGenders[product.gender],
    salePrice: saysSale(product, now) ? "" : texts.salePrice,
  };
}

function optionCells(product: Exported, row: number, { now }: WrittenFor): Cells {
  const line = product.stock[row];
  if (!line) return {};
  const { cost } = attributeTexts(product);
  const [price, salePrice] = [line.price ?? product.price, line.salePrice ?? product.salePrice];
  const isSale = isOnSale({ price, salePrice }) && hasSaleNow(product, now);
  const own = priceTextsOf(line);
  return {
    option: line.variation || "Default Title",
    ...{ sku: line.sku, gtin: line.gtin, mpn: line.mpn },
    weight: product.weight === null ? "" : Math.round(product.weight * GRAMS_PER_OZ),
    tracker: "shopify",
    stock: line.onHand,
    oversell: "deny",
    fulfillment: "manual",
    ...priceCells(price, isSale ? salePrice : null),
    ...{ ownPrice: own.price, ownSalePrice: own.salePrice },
    ...{ isShipped: "TRUE", isTaxed: "TRUE" },
    cost,
    stockAtExport: stockAtExport(product),
  };
}

/** "S=3|M=0": on each row, so that it is known of an option whose row is changed or taken out. */
function stockAtExport({ stock }: Exported): string {
  return stock.map(({ variation, onHand }) => `${variation}=${onHand}`).join("|");
}

const hasOptions = ({ stock }: Exported) => stock.some(({ variation }) => variation !== "");

/** One price stands for what has none. */
function priceCells(price: Cents, salePrice: Cents | null): Cells {
  const regular = price === 0 ? "" : formatDollars(price);
  return salePrice === null
    ? { price: regular, compareAt: "" }
    : { price: formatDollars(salePrice), compareAt: regular };
}

/** A row says the product's sale. */
function saysSale(product: Exported, now: string): boolean {
  const isPlain = ({ price, salePrice }: OwnPrices) => price === null && salePrice === null;
  return isOnSale(product) && hasSaleNow(product, now) && product.stock.some(isPlain);
}

/** One that has not begun, or is over, is not on. The times are the shop's own. */
function hasSaleNow({ saleStartsAt, saleEndsAt }: Exported, now: string): boolean {
  return saleStartsAt <= now && (saleEndsAt === "" || now < saleEndsAt);
}

function pictureCells({ images }: Exported, row: number, { origin }: WrittenFor): Cells {
  const picture = images[row];
  if (!picture) return {};
  const image = picture.url.startsWith("/") ? `${origin}${picture.url}` : picture.url;
  return { image, imagePosition: row + 1, imageAlt: picture.alt };
}
