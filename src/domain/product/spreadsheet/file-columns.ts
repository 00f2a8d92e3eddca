// The columns of a file of products: those of Shopify's product files, and behind them this shop's own for what Shopify
// has no place for. A product is as many rows as it has options or pictures.
import type { CodeName } from "../options/item-codes.ts";
import { type AttributeName, attributes, type FieldName, isAttribute } from "../product-fields.ts";
import type { ErrorKey } from "../product-form.ts";

/** The attributes that are told by a column of their own. */
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
const onlyRead = new Set<FileColumn>(["option2Name", "option2", "option3Name", "option3"]);

export const writtenColumns = [...names.keys()].filter((column) => !onlyRead.has(column));

const columnByName = new Map([...names].flatMap(([column, all]) => all.map((name) => [key(name), column])));

function key(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

/** The column that a cell of the first line names, in upper or lower case; null for one that is not read. */
export function columnNamed(text: string): FileColumn | null {
  return columnByName.get(key(text)) ?? null;
}

/** The name of a column, as it is written. */
export function nameOf(column: FileColumn): string {
  return names.get(column)?.[0] ?? "";
}

/** Shopify's columns of a variant's picture, which is one of the product's pictures. */
const pictureNames = ["Variant Image", "Variant image URL"].map(key);

/** The columns of a first line that are not read, as the file spells them. */
export function ignoredColumns(cells: readonly string[]): string[] {
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "" && columnNamed(cell) === null && !pictureNames.includes(key(cell)));
}

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
