// The columns of a file of products: those of Shopify's product files, and behind them this shop's own for what Shopify
// has no place for. A product is as many rows as it has options or pictures.
import { CSV_COLUMNS_MAX } from "../../text/files/csv-rows.ts";
import type { CodeName } from "../options/item-codes.ts";
import { type AttributeName, attributes, type FieldName, isAttribute } from "../product-fields.ts";
import type { ErrorKey } from "../product-form.ts";
import type { RowProblem } from "./file-rows.ts";

/** The attributes that have their own column. */
export const ownAttributes = [
  ...["salePrice", "saleStartsAt", "saleEndsAt", "color", "swatch", "design", "material", "fit", "care"],
] as const satisfies AttributeName[];
export type OwnAttribute = (typeof ownAttributes)[number];

/** In the order of the export. The first name is written, all are read; those of Shopify until 2024, and since. */
const shopifyNames = {
  handle: ["Handle", "URL handle"],
  name: ["Title"],
  description: ["Body (HTML)", "Description"],
  category: ["Product Category", "Standard Product Type", "Custom Product Type"],
  type: ["Type"],
  tags: ["Tags"],
  published: ["Published"],
  optionName: ["Option1 Name"],
  option: ["Option1 Value"],
  option2Name: ["Option2 Name"],
  option2: ["Option2 Value"],
  option3Name: ["Option3 Name"],
  option3: ["Option3 Value"],
  sku: ["Variant SKU", "SKU"],
  weight: ["Variant Grams", "Weight value (grams)"],
  tracker: ["Variant Inventory Tracker"],
  stock: ["Variant Inventory Qty", "Inventory quantity"],
  oversell: ["Variant Inventory Policy"],
  fulfillment: ["Variant Fulfillment Service"],
  price: ["Variant Price", "Price"],
  compareAt: ["Variant Compare At Price", "Compare-at price"],
  isShipped: ["Variant Requires Shipping"],
  isTaxed: ["Variant Taxable"],
  gtin: ["Variant Barcode", "Barcode", "Barcodes"],
  image: ["Image Src", "Product image URL"],
  imagePosition: ["Image Position"],
  imageAlt: ["Image Alt Text", "Product image alt text"],
  gender: ["Google Shopping / Gender"],
  ageGroup: ["Google Shopping / Age Group"],
  mpn: ["Google Shopping / MPN"],
  cost: ["Cost per item"],
  status: ["Status"],
  giftCard: ["Gift Card"],
  // One of the product's pictures.
  variantImage: ["Variant Image", "Variant image URL"],
} as const satisfies Record<string, readonly string[]>;

export type FileColumn =
  | keyof typeof shopifyNames
  | OwnAttribute
  | "id"
  | "ownPrice"
  | "ownSalePrice"
  | "stockAtExport";

const names = new Map<FileColumn, readonly string[]>([
  ...(Object.entries(shopifyNames) as [FileColumn, readonly string[]][]),
  ["id", ["ID"]],
  ...ownAttributes.map((name): [FileColumn, string[]] => [name, [attributes[name].noun]]),
  // Of an option; the price of its row says what it costs with them.
  ["ownPrice", ["Own price"]],
  ["ownSalePrice", ["Own sale price"]],
  ["stockAtExport", ["Stock at export"]],
]);

/** What this shop never says of a product. */
const onlyRead = new Set<FileColumn>([
  ...(["option2Name", "option2", "option3Name", "option3", "giftCard", "variantImage"] as const),
]);

export const writtenColumns = [...names.keys()].filter((column) => !onlyRead.has(column));

const columnByName = new Map([...names].flatMap(([column, all]) => all.map((name) => [key(name), column])));

function key(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

/** The column that a cell of the first line names, in upper or lower case; null for one that is not read. */
export function columnNamed(text: string): FileColumn | null {
  return columnByName.get(key(text)) ?? null;
}

/** The name of a column, as it is written; "" for none. */
export function nameOf(column: FileColumn | ""): string {
  return column === "" ? "" : (names.get(column)?.[0] ?? "");
}

/** The columns of a first line that are not read, as the file spells them. */
export function ignoredColumns(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== "" && columnNamed(cell) === null);
}

/** Why a first line is none of a file of products; null: it is. */
export function headProblem(cells: readonly string[]): Pick<RowProblem, "column" | "message"> | null {
  const titles = cells.map(key);
  if (cells.length > CSV_COLUMNS_MAX)
    return { column: "", message: `A file may have ${CSV_COLUMNS_MAX} columns at most` };
  if (titles.includes("regular price") && titles.includes("name"))
    return { column: "", message: wooCommerce };
  const columns = cells.map(columnNamed);
  if (!(["id", "handle", "name"] as const).some((column) => columns.includes(column))) {
    const found = titles.filter(Boolean).slice(0, COLUMNS_TOLD_MAX).join(", ");
    const message = `The first row must name the columns and include ID, Handle, or Title. It has: ${found}`;
    return { column: "", message };
  }
  const twice = titles.findIndex((title, at) => columns[at] && titles.indexOf(title) < at);
  return twice < 0 ? null : { column: cells[twice]?.trim() ?? "", message: "This column appears twice" };
}

const COLUMNS_TOLD_MAX = 20;

const wooCommerce =
  "This looks like a WooCommerce file. Rename its columns Name to Title, Regular price to Price, Stock to Inventory quantity, Categories to Product Category, and Images to Image Src. Remove the columns ID and Type";

const columnOfField: Partial<Record<FieldName | CodeName, FileColumn>> = {
  images: "image",
  options: "option",
  stock: "stock",
  quantity: "stock",
  renames: "option",
  codes: "sku",
  prices: "price",
  ...{ sku: "sku", gtin: "gtin", mpn: "mpn" },
};

/** The name of the column that belongs to a message of the form. */
export function columnOf(error: ErrorKey): string {
  const [field = ""] = error.split(":", 1);
  return nameOf(isAttribute(field) ? field : (columnOfField[field as FieldName] ?? "id"));
}
