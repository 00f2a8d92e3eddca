// What the options of a product cost in a file. Each row says it as Shopify does: a compare-at price above the price makes
// a sale of it. What most rows cost is the price of the product; other rows, and those whose own columns say so, have
// prices of their own.
import { parseDollars } from "../../money/money-input.ts";
import type { PriceTexts } from "../options/own-prices.ts";
import { cell, type FileRow, type Group } from "./file-rows.ts";
import type { ImportRow } from "./read-rows.ts";

/** Amounts may read "72,50", as spreadsheets write them in Europe. */
export function amount(text: string): string {
  return /^\$?[\d.]*,\d{1,2}$/.test(text) ? text.replaceAll(".", "").replace(",", ".") : text;
}

/** What a row says: its regular price, what it costs while it is on sale, and what is its own. "" for nothing. */
type PriceRow = { line: number; regular: string; sale: string; own: PriceTexts };

type ReadPrices = Pick<ImportRow, "texts" | "prices">;

export function pricesOf(variants: FileRow[], group: Group): ReadPrices {
  const { has, said, refuse } = group;
  for (const column of ["price", "compareAt", "ownPrice", "ownSalePrice"] as const) {
    const wrong = variants.find((row) => !isAmount(cell(row, column)));
    if (!wrong) continue;
    refuse(column, "Price must be a positive number", wrong.line);
    return { texts: {} };
  }
  const rows = variants.map(priceRow).filter(({ regular }) => regular !== "");
  const saleColumn = has("salePrice") ? { salePrice: amount(said("salePrice")) } : {};
  if (rows.length === 0) return { texts: { price: "", ...saleColumn } };
  const plain = rows.filter(({ own }) => own.price === "");
  const price = mostSaid(plain.length > 0 ? plain : rows, ({ regular }) => regular);
  const atPrice = plain.filter((row) => cents(row.regular) === cents(price) && row.own.salePrice === "");
  const usual = mostSaid(atPrice, (row) => row.sale);
  // A sale of some is no sale of the product: the others would cost less than they did.
  const isForAll = rows.every((row) => row.sale !== "" || cents(usual) >= cents(row.regular));
  const sale = isForAll ? usual : "";
  const salePrice: { salePrice?: string } =
    sale !== "" ? { salePrice: sale } : { ...(has("compareAt") && { salePrice: "" }), ...saleColumn };
  // Where each row has a price of its own, the file does not say the product's.
  const isSaid = plain.length > 0 || !group.isOwn;
  const product = { price, salePrice: salePrice.salePrice ?? "" };
  const prices = variants.map((variant) => ownOf(priceRow(variant), product, group));
  return { texts: { ...(isSaid && { price }), ...salePrice }, prices };
}

function priceRow(row: FileRow): PriceRow {
  const [price, was] = [amount(cell(row, "price")), amount(cell(row, "compareAt"))];
  const isSale = price !== "" && cents(was) > cents(price);
  return {
    line: row.line,
    regular: isSale ? was : price,
    sale: isSale ? price : "",
    own: { price: amount(cell(row, "ownPrice")), salePrice: amount(cell(row, "ownSalePrice")) },
  };
}

/** What is of a row's own beside the product's. */
function ownOf({ line, regular, sale, own }: PriceRow, product: PriceTexts, group: Group): PriceTexts {
  if (regular === "") return own;
  if (own.price !== "" && cents(own.price) !== cents(regular))
    group.refuse("ownPrice", `It costs ${own.price} by this column and ${regular} by the others`, line);
  const isOther = cents(regular) !== cents(product.price);
  const price = own.price || (isOther ? regular : "");
  const isOwnSale = sale !== "" && cents(sale) !== cents(product.salePrice);
  return { price, salePrice: own.salePrice || (isOwnSale ? sale : "") };
}

/** What most rows say, as the first of them writes it. */
function mostSaid(rows: PriceRow[], of: (row: PriceRow) => string): string {
  const texts = rows.map(of);
  const often = (text: string) => texts.filter((other) => cents(other) === cents(text)).length;
  return texts.reduce((most, text) => (often(text) > often(most) ? text : most), texts[0] ?? "");
}

function isAmount(text: string): boolean {
  return text === "" || parseDollars(amount(text)) !== null;
}

const cents = (text: string) => parseDollars(text) ?? 0;
