// What a file of products would do to the shop, row by row, before anything is done: the same rules and
// messages as the form's. A row with an ID changes that product, and only in the columns that the file has;
// a row without one makes a product. Pure, so that the dry run and the import itself decide alike.

import { sameValues } from "../text/same-values.ts";
import { parseOptions } from "./product.ts";
import {
  attributeCells,
  cellText,
  columnOf,
  columnsOfNewProducts,
  imageColumns,
  type ProductCells,
  parseStockAtExport,
} from "./product-csv.ts";
import {
  changesBetween,
  type FieldChange,
  heldErrors,
  type SentFields,
  touchedFields,
  withTouched,
} from "./product-edit.ts";
import {
  checkProduct,
  type EditableProduct,
  type ErrorKey,
  emptyFields,
  fieldsOf,
  type ProductErrors,
  type ProductFields,
  type ProductValues,
  valuesOf,
} from "./product-form.ts";

/** More is refused: it could not be shown, nor written in a few seconds. */
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_BYTES_MAX = 16 * 1024 * 1024;

export type ImportRow = { line: number; cells: ProductCells };

/** Something in the file that keeps all of it from being imported. `column` is "" for the whole row. */
export type RowProblem = { line: number; column: string; message: string };

export type PlannedRow = { line: number; name: string } & (
  | { action: "create"; values: ProductValues; hasNamesake: boolean }
  | { action: "change"; product: EditableProduct; values: ProductValues; changes: FieldChange[] }
  | { action: "keep"; product: EditableProduct }
);

export type ImportPlan = { rows: PlannedRow[]; problems: RowProblem[] };

/** What the shop holds of the things that a file names. */
export type ImportGround = {
  /** By id, the ones that exist. */
  products: ReadonlyMap<string, EditableProduct>;
  /** Addresses of pictures that are stored, of those that `picturesIn` names. */
  pictures: ReadonlySet<string>;
  /** Names of products, of those that rows without an ID have. In lower case. */
  names: ReadonlySet<string>;
};

type Options = { hasDecimalCommas: boolean };

const PICTURE_GONE = "A picture is not stored any more. Remove it and upload it again";

/** The id that a row names, in lower case; "" for a new product. */
export function idOf(row: ImportRow): string {
  return (row.cells.ID ?? "").trim().toLowerCase();
}

export function picturesIn(row: ImportRow): string[] {
  return imageColumns.flatMap(({ url }) => row.cells[url]?.trim() || []);
}

/** Every row gets one answer: what it would do, or at least one problem. */
export function planImport(rows: ImportRow[], ground: ImportGround, options: Options): ImportPlan {
  const plan: ImportPlan = { rows: [], problems: [] };
  const lines = new Map<string, number>();
  for (const row of rows) {
    const { line } = row;
    const id = idOf(row);
    const earlier = id === "" ? undefined : lines.get(id);
    lines.set(id, line);
    const planned =
      earlier === undefined
        ? planRow(row, id, ground, options)
        : [{ column: "ID", message: `This product is already on line ${earlier}` }];
    if (Array.isArray(planned)) plan.problems.push(...planned.map((problem) => ({ line, ...problem })));
    else plan.rows.push(planned);
  }
  return plan;
}

type Problem = Omit<RowProblem, "line">;

function planRow(row: ImportRow, id: string, ground: ImportGround, options: Options): PlannedRow | Problem[] {
  const cells = Object.fromEntries(
    Object.entries(row.cells).map(([column, cell]) => [column, cellText(column, cell ?? "", options)]),
  );
  const product = ground.products.get(id);
  if (id !== "" && !product) return [{ column: "ID", message: "There is no product with this ID" }];
  const problems: Problem[] = [];
  const sent = sentOf(cells, product, problems);
  for (const { url } of sent.images ?? []) {
    const isOld = product?.images.some((image) => image.url === url);
    if (isOld || ground.pictures.has(url)) continue;
    problems.push({ column: columnOfPicture(cells, url), message: PICTURE_GONE });
  }
  const planned = product
    ? planChange(row.line, product, sent, problems)
    : planNew(row.line, cells, sent, ground.names, problems);
  return problems.length > 0 || !planned ? problems : planned;
}

function planNew(
  line: number,
  cells: ProductCells,
  sent: SentFields,
  names: ReadonlySet<string>,
  problems: Problem[],
): PlannedRow | null {
  for (const column of columnsOfNewProducts.filter((each) => cells[each] === undefined)) {
    problems.push({ column, message: `The file has no column “${column}”, and a new product needs it` });
  }
  const status = sent.status?.trim() ? sent.status : "draft";
  const checked = checkProduct({ ...emptyFields, category: "", ...sent, status }, { mayLackImages: true });
  if (!checked.ok) {
    addErrors(problems, checked.errors);
    return null;
  }
  const { values } = checked;
  const hasNamesake = names.has(values.name.toLowerCase());
  return { line, name: values.name, action: "create", values, hasNamesake };
}

function planChange(
  line: number,
  product: EditableProduct,
  sent: SentFields,
  problems: Problem[],
): PlannedRow | null {
  const base = fieldsOf(product);
  const touched = touchedFields(sent, base);
  const keep = { line, name: product.name, action: "keep", product } as const;
  if (Object.keys(touched).length === 0) return keep;
  const fields = withTouched(base, touched);
  const checked = checkProduct(fields, { mayLackImages: true });
  if (!checked.ok) {
    addErrors(problems, checked.errors);
    return null;
  }
  const { values } = checked;
  addErrors(problems, heldErrors(product, values));
  if (sameValues(valuesOf(product), values)) return keep;
  return { ...keep, action: "change", values, changes: changesBetween(base, fieldsAs(product, values)) };
}

/** The form's fields of a product with new values, for telling what changes. */
function fieldsAs(product: EditableProduct, values: ProductValues): ProductFields {
  const stock = values.stock.map((line) => ({ ...line, held: 0 }));
  return fieldsOf({ ...product, ...values, stock });
}

/** A column that has a problem already gets no second one out of the first. */
function addErrors(problems: Problem[], errors: ProductErrors): void {
  const said = new Set(problems.map((problem) => problem.column));
  for (const [key, message] of Object.entries(errors)) {
    const column = columnOf(key as ErrorKey);
    if (said.has(column)) continue;
    const option = key.startsWith("stock:") ? `${key.slice("stock:".length)}: ` : "";
    problems.push({ column, message: `${option}${message}` });
  }
}

/** The fields that a row says something about, as a form would send them. */
function sentOf(cells: ProductCells, product: EditableProduct | undefined, problems: Problem[]): SentFields {
  const images = imagesOf(cells, product, problems);
  return {
    ...attributeCells(cells),
    ...(cells.Options !== undefined && { options: cells.Options }),
    ...(images && { images }),
    ...stockOf(cells, product, problems),
  };
}

/** Pictures in the order of their columns; absent when the file has none of these columns. */
function imagesOf(
  cells: ProductCells,
  product: EditableProduct | undefined,
  problems: Problem[],
): SentFields["images"] {
  if (imageColumns.every(({ url, alt }) => cells[url] === undefined && cells[alt] === undefined)) return;
  const before = product?.images ?? [];
  return imageColumns.flatMap((column, index) => {
    const url = (cells[column.url] ?? before[index]?.url ?? "").trim();
    const alt = cells[column.alt] ?? before.find((image) => image.url === url)?.alt ?? "";
    if (url !== "") return [{ url, alt }];
    if (alt.trim() !== "") problems.push({ column: column.alt, message: "There is no picture to describe" });
    return [];
  });
}

function columnOfPicture(cells: ProductCells, url: string): string {
  return imageColumns.find((column) => cells[column.url]?.trim() === url)?.url ?? "Image 1";
}

/**
 * The quantities that a row wants to set. What is still what it was at the export is left alone, and what
 * has been sold or counted since then is not overwritten without a word.
 */
function stockOf(
  cells: ProductCells,
  product: EditableProduct | undefined,
  problems: Problem[],
): Pick<SentFields, "stock" | "quantity"> {
  if (cells.Stock === undefined) return {};
  const options = parseOptions(cells.Options ?? (product ? fieldsOf(product).options : ""));
  const quantities = options.length === 0 ? [cells.Stock] : cells.Stock.split("|");
  if (options.length > 0 && quantities.length !== options.length) {
    const message = `Stock must have one quantity for each option (${options.join("|")}), parted by |`;
    problems.push({ column: "Stock", message });
    return {};
  }
  const atExport = product ? parseStockAtExport(cells["Stock at export"] ?? "") : new Map<string, string>();
  const boxes = (options.length === 0 ? [""] : options).map((option, index) => ({
    option,
    quantity: (quantities[index] ?? "").trim(),
  }));
  const wanted = boxes.filter(({ option, quantity }) => {
    const was = atExport.get(option);
    const line = product?.stock.find(({ variation }) => variation === option);
    if (was === undefined || !line) return true;
    if (quantity === was) return false;
    const now = String(line.onHand);
    if (now === was || now === quantity) return true;
    const what = option === "" ? "There were" : `Of ${option} there were`;
    const message = `${what} ${was} when this file was exported and are ${now} now. Export again, or empty the cell “Stock at export” to set ${quantity} all the same`;
    problems.push({ column: "Stock", message });
    return false;
  });
  if (options.length > 0) return wanted.length > 0 ? { stock: wanted } : {};
  const [plain] = wanted;
  return plain ? { quantity: plain.quantity } : {};
}
