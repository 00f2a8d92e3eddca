// The price of a product in a file, in which each option has one.
import { formatMoney } from "../../money/money.ts";
import { parseDollars } from "../../money/money-input.ts";
import { cell, type FileRow, type Group } from "./file-rows.ts";
import type { ImportRow } from "./read-rows.ts";

/** Amounts may read "72,50", as spreadsheets write them in Europe. */
export function amount(text: string): string {
  return /^\$?[\d.]*,\d{1,2}$/.test(text) ? text.replaceAll(".", "").replace(",", ".") : text;
}

/**
 * This shop has one price for all options of a product. Of a new one that is the highest, so that nothing is sold below what
 * it was; the rows of one of its own must agree. A compare-at price above the price makes a sale of it.
 */
export function pricesOf(variants: FileRow[], group: Group): ImportRow["texts"] {
  const { isOwn, has, said, note, refuse } = group;
  const priced = variants
    .map((row) => ({
      line: row.line,
      price: amount(cell(row, "price")),
      was: amount(cell(row, "compareAt")),
    }))
    .filter(({ price }) => price !== "");
  for (const column of ["price", "was"] as const) {
    const wrong = priced.find((row) => row[column] !== "" && parseDollars(row[column]) === null);
    if (!wrong) continue;
    refuse(column === "price" ? column : "compareAt", "Price must be a positive number", wrong.line);
    return {};
  }
  const byPrice = priced.toSorted((a, b) => cents(b.price) - cents(a.price));
  const [dearest, cheapest] = [byPrice[0], byPrice.at(-1)];
  const salePrice = has("salePrice") ? { salePrice: amount(said("salePrice")) } : {};
  if (!dearest || !cheapest) return { price: "", ...salePrice };
  const [first] = priced;
  const other = priced.find(
    ({ price, was }) => cents(price) !== cents(first?.price ?? "") || cents(was) !== cents(first?.was ?? ""),
  );
  if (isOwn && other) {
    refuse(
      "price",
      `All options of a product have one price, and line ${first?.line} has another one`,
      other.line,
    );
  } else if (cents(cheapest.price) !== cents(dearest.price)) {
    const range = [cheapest, dearest].map(({ price }) => formatMoney(cents(price))).join(" to ");
    const message = `Its options cost ${range}, and one price counts for all: ${formatMoney(cents(dearest.price))}`;
    note("price", message);
  }
  if (cents(dearest.was) > cents(dearest.price)) return { price: dearest.was, salePrice: dearest.price };
  return { price: dearest.price, ...(has("compareAt") && { salePrice: "" }), ...salePrice };
}

const cents = (text: string) => parseDollars(text) ?? 0;
