// The catalog as a spreadsheet file, and what a cell of such a file means when it comes back. One row is one
// product. Options and their stock are lists separated by pipes, as in the form. The last column records the
// stock at the time of the export, so that a file that was edited for an hour does not undo that hour's sales.
import { BYTE_ORDER_MARK, csvLine, plainCell } from "../text/csv.ts";
import { PRODUCT_IMAGES_MAX } from "./image-upload.ts";
import { type CodeName, codeFields, codeNames } from "./options/item-codes.ts";
import { labelOf } from "./product-attribute.ts";
import { hasLines, textOf } from "./product-edit.ts";
import {
  type AttributeName,
  type AttributeTexts,
  attributeNames,
  attributes,
  attributeTexts,
  fieldNames,
  productFields,
} from "./product-fields.ts";
import type { EditableProduct, ErrorKey } from "./product-form.ts";

type Exported = Omit<EditableProduct, "wasSold" | "isHero" | "waiting">;
/** `cell`: what a row has there. `texts` are the product's attributes as its form has them. */
type Column = { name: string; cell: (product: Exported, texts: AttributeTexts) => string };

export const imageColumns = Array.from({ length: PRODUCT_IMAGES_MAX }, (_, index) => ({
  url: `Image ${index + 1}`,
  alt: `Image ${index + 1} alt`,
}));

const attributeOfColumn = new Map<string, AttributeName>(
  attributeNames.map((name) => [attributes[name].noun, name]),
);

const attributeColumns = [...attributeOfColumn].map(([column, name]): Column => {
  const { input } = attributes[name];
  if (input.kind !== "choice") return { name: column, cell: (_, texts) => texts[name] };
  return { name: column, cell: (_, texts) => labelOf(texts[name], input.labels) };
});

/** The columns of attributes before options and stock. */
const leading = ["Name", "Category", "Status", "Price", "Sale price", "Sale from", "Sale to"];

const columns: Column[] = [
  { name: "ID", cell: ({ id }) => id },
  ...leading.flatMap((column) => attributeColumns.filter(({ name }) => name === column)),
  { name: "Options", cell: ({ stock }) => stock.map(({ variation }) => variation).join("|") },
  { name: "Stock", cell: ({ stock }) => stock.map(({ onHand }) => onHand).join("|") },
  ...attributeColumns.filter(({ name }) => !leading.includes(name)),
  ...codeNames.map((name): Column => {
    const codes: Column["cell"] = ({ stock }) =>
      // In the order of the options; empty when no option has one.
      stock.some((line) => line[name] !== "") ? stock.map((line) => line[name]).join("|") : "";
    return { name: codeFields[name].name, cell: codes };
  }),
  ...imageColumns.flatMap(({ url, alt }, index): Column[] => [
    { name: url, cell: ({ images }) => images[index]?.url ?? "" },
    { name: alt, cell: ({ images }) => images[index]?.alt ?? "" },
  ]),
  {
    name: "Stock at export",
    cell: ({ stock }) => stock.map(({ variation, onHand }) => `${variation}=${onHand}`).join("|"),
  },
];

/** In the order of the export. An imported file may leave out any of them and have them in any order. */
export const productColumns = columns.map(({ name }) => name);

/** A new product needs these columns; an existing product keeps the values of columns that are not there. */
export const columnsOfNewProducts = productColumns.filter((column) => {
  const name = attributeOfColumn.get(column);
  return column === "Stock" || (name !== undefined && attributes[name].isRequired);
});

/** The cells of one row by column. A column that the file lacks is absent. */
export type ProductCells = Record<string, string | undefined>;

export const productCsvHead = `${BYTE_ORDER_MARK}${csvLine(productColumns)}`;

export function productCsvLine(product: Exported): string {
  const texts = attributeTexts(product);
  return csvLine(columns.map(({ cell }) => cell(product, texts)));
}

/** The column that a cell of the first line names, in upper or lower case; null for an unknown name. */
export function columnNamed(text: string): string | null {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, " ");
  return productColumns.find((column) => column.toLowerCase() === wanted) ?? null;
}

/** The column in a file that belongs to a message of the form. */
export function columnOf(key: ErrorKey): string {
  const [first = ""] = key.split(":", 1);
  if (Object.hasOwn(codeFields, first)) return codeFields[first as CodeName].name;
  const field = fieldNames.find((name) => name === first);
  return field ? productFields[field].noun : "";
}

/** The cells that hold attributes, by attribute; one that the file lacks is absent. */
export function attributeCells(cells: ProductCells): Partial<Record<AttributeName, string>> {
  const texts: Partial<Record<AttributeName, string>> = {};
  for (const [column, name] of attributeOfColumn) {
    const cell = cells[column];
    if (cell !== undefined) texts[name] = cell;
  }
  return texts;
}

/** A cell as the form would hold it. `hasDecimalCommas`: amounts may read "72,50", as Excel writes them in Europe. */
export function cellText(column: string, cell: string, { hasDecimalCommas = false } = {}): string {
  const name = attributeOfColumn.get(column);
  const text = textOf(plainCell(cell), name && hasLines(name));
  const input = name && attributes[name].input;
  if (input?.kind === "choice") return named(text, input.labels);
  if (input?.kind === "money" && hasDecimalCommas && /^\s*\$?[\d.]*,\d{1,2}\s*$/.test(text)) {
    return text.replaceAll(".", "").replace(",", ".");
  }
  return text;
}

/** "hats" and "Hats" → HATS. An unknown name is kept, and the form's rule refuses it. */
function named(text: string, labels: Readonly<Record<string, string>>): string {
  const wanted = text.trim().toLowerCase();
  const choice = Object.entries(labels).find((names) => names.some((name) => name.toLowerCase() === wanted));
  return choice?.[0] ?? text;
}

/** "S=3|M=0" → the units of each option; "=4" → those of a product without options. */
export function parseStockAtExport(cell: string): Map<string, string> {
  const parts = cell.split("|").map((part) => {
    const at = part.lastIndexOf("=");
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  return new Map(parts.filter(([, quantity]) => /^\d+$/.test(quantity)));
}
