// What the options of a product cost in a file. Each row says it as Shopify does: a compare-at price above the price makes
// a sale of it. What most rows cost is the price of the product; other rows, and those whose own columns say so, have
// prices of their own.
import { CHARGE_MAX, formatMoney } from "../../money/money.ts";
import { parseDollars } from "../../money/money-input.ts";
import type { PriceTexts } from "../options/own-prices.ts";
import type { FileColumn } from "./file-columns.ts";
import { cell, type FileRow, flag, type Group } from "./file-rows.ts";
import type { ImportRow } from "./read-rows.ts";

/** Amounts may read "72,50", as spreadsheets write them in Europe. */
export function amount(text: string): string {
  return /^\$?[\d.]*,\d{1,2}$/.test(text) ? text.replaceAll(".", "").replace(",", ".") : text;
}

/** What a row says: its regular price, what it costs while it is on sale, and what is its own. "" for nothing. */
type PriceRow = { line: number; regular: string; sale: string; own: PriceTexts };

/** `saleLine`: of the row whose sale is the product's. */
type ReadPrices = Pick<ImportRow, "texts" | "prices"> & { saleLine?: number | undefined };

export function pricesOf(given: FileRow[], group: Group): ReadPrices {
  const { has, said } = group;
  const variants = withoutWrongAmounts(given, group);
  for (const row of variants) noteLostSale(row, group);
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
  const column = amount(said("salePrice"));
  if (sale !== "" && column !== "" && cents(column) !== cents(sale))
    flag(group)(
      "salePrice",
      `The sale price is ${sale} by the compare-at price but ${column} by this column`,
    );
  const salePrice: { salePrice?: string } =
    sale !== "" ? { salePrice: sale } : { ...(has("compareAt") && { salePrice: "" }), ...saleColumn };
  // Where each row has a price of its own, the file does not say the product's.
  const isSaid = plain.length > 0 || !group.isOwn;
  const product = { price, salePrice: salePrice.salePrice ?? "" };
  const prices = variants.map((variant) => ownOf(priceRow(variant), product, group));
  const saleLine = rows.find((row) => sale !== "" && row.sale === sale)?.line;
  return { texts: { ...(isSaid && { price }), ...salePrice }, prices, saleLine };
}

const amountColumns = ["price", "compareAt", "ownPrice", "ownSalePrice"] as const;

/** Reports what is not a price, and reads it as none. */
function withoutWrongAmounts(rows: FileRow[], group: Group): FileRow[] {
  return rows.map((row) => {
    const wrong = amountColumns.filter((column) => {
      const text = cell(row, column);
      const message = wrongAmount(text, column, group);
      if (message !== null)
        flag(group)(
          column,
          group.isOwn ? message : `“${[...text].slice(0, 20).join("")}” was skipped: ${message}`,
          row.line,
        );
      return message !== null;
    });
    const none = Object.fromEntries(wrong.map((column) => [column, ""]));
    return wrong.length > 0 ? { ...row, cells: { ...row.cells, ...none } } : row;
  });
}

/** An amount that is no price of this shop's own product is left for the form to refuse. */
function wrongAmount(text: string, column: FileColumn, { isOwn }: Group): string | null {
  if (!isAmount(text)) return positive;
  if (isOwn || text === "" || (column === "compareAt" && cents(amount(text)) === 0)) return null;
  if (cents(amount(text)) === 0) return positive;
  return cents(amount(text)) > CHARGE_MAX ? `Price must be at most ${formatMoney(CHARGE_MAX)}` : null;
}

const positive = "Price must be a positive number";

/** A compare-at price says a sale only above a price. */
function noteLostSale(row: FileRow, { note }: Group): void {
  const [price, was] = [amount(cell(row, "price")), amount(cell(row, "compareAt"))];
  if (cents(was) > 0 && (price === "" || cents(was) < cents(price)))
    note("compareAt", `${was} was skipped: it isn't above the price`, row.line);
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

/** A row's own prices, where they are not the product's. */
function ownOf({ line, regular, sale, own }: PriceRow, product: PriceTexts, group: Group): PriceTexts {
  if (regular === "") return own;
  if (own.price !== "" && cents(own.price) !== cents(regular))
    group.refuse("ownPrice", `The price is ${own.price} in this column but ${regular} in the others`, line);
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
