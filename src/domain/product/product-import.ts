// What a spreadsheet of products would do to the shop, row by row, before anything is done. Rules and messages
// are those of the form. A row with an ID changes that product, and only in the columns that the file has; a
// row without one creates a product. Pure, so that the dry run and the import itself decide alike.

import { byName } from "../text/fields.ts";
import { sameValues } from "../text/same-values.ts";
import type { CodeOwner } from "./options/code-owners.ts";
import { codeProblems, codesOfRow } from "./options/import-codes.ts";
import { parseOptions } from "./options/option-names.ts";
import { namesNow, optionNameOf } from "./options/rename-options.ts";
import { learnSpellings, type Spellings, spelledAsKnown, suggestedNames } from "./options/spellings.ts";
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
  isUnfinished,
  type ProductErrors,
  type ProductValues,
  valuesOf,
} from "./product-form.ts";

/** Larger files are refused: they could not be shown, nor written within a few seconds. */
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_BYTES_MAX = 16 * 1024 * 1024;

export type ImportRow = { line: number; cells: ProductCells };

/** A problem that blocks the whole import. `column` is "" if it concerns the whole row. */
export type RowProblem = { line: number; column: string; message: string };

export type PlannedRow = { line: number; name: string } & (
  | { action: "create"; values: ProductValues; hasNamesake: boolean }
  | { action: "change"; product: EditableProduct; values: ProductValues; changes: FieldChange[] }
  | { action: "keep"; product: EditableProduct }
);

export type ImportPlan = { rows: PlannedRow[]; problems: RowProblem[] };

/** What the shop already has of the things that a file names. */
export type ImportGround = {
  /** The products that exist, by id. */
  products: ReadonlyMap<string, EditableProduct>;
  /** The URLs that `picturesIn` names and that are stored. */
  pictures: ReadonlySet<string>;
  /** The names, in lower case, that rows without an ID give and that products already have. */
  names: ReadonlySet<string>;
  /** The options that have one of the codes that `codesNamedIn` finds. */
  codes: CodeOwner[];
  /** How products beside the file spell the words that `wordsNamedIn` finds. */
  spellings: Spellings;
};

/** `mayBeUnfinished`: new products may lack what they need before they are sold, as those of another shop. */
type Options = { hasDecimalCommas: boolean; mayBeUnfinished?: boolean };

const PICTURE_GONE = "A picture is not stored any more. Remove it and upload it again";

/** The id in a row, in lower case; "" for a new product. */
export function idOf(row: ImportRow): string {
  return (row.cells.ID ?? "").trim().toLowerCase();
}

export function picturesIn(row: ImportRow): string[] {
  return imageColumns.flatMap(({ url }) => row.cells[url]?.trim() || []);
}

/** The words of rows that have known spellings; "" where a row names none. */
export function wordsNamedIn(rows: ImportRow[]): Record<(typeof suggestedNames)[number], string>[] {
  return rows.map(({ cells }) => {
    const texts = attributeCells(cells);
    return byName(suggestedNames, (name) => optionNameOf(texts[name] ?? ""));
  });
}

/** A row while it is planned; `cells` are as the form would hold them. */
type Row = {
  line: number;
  cells: ProductCells;
  /** Absent for a new product. */
  product: EditableProduct | undefined;
  problems: RowProblem[];
};

function refuse({ line, problems }: Row, column: string, message: string): void {
  problems.push({ line, column, message });
}

/** Every row becomes either a planned row or at least one problem. */
export function planImport(rows: ImportRow[], ground: ImportGround, options: Options): ImportPlan {
  const plan: ImportPlan = { rows: [], problems: [] };
  const lines = new Map<string, number>();
  for (const given of rows) {
    const id = idOf(given);
    const row: Row = { ...given, product: ground.products.get(id), problems: [] };
    const earlier = id === "" ? undefined : lines.get(id);
    lines.set(id, row.line);
    if (earlier !== undefined) refuse(row, "ID", `This product is already on line ${earlier}`);
    else if (id !== "" && !row.product) refuse(row, "ID", "There is no product with this ID");
    else {
      const planned = planRow({ ...row, cells: typedCells(row.cells, options) }, ground, options);
      if (planned && row.problems.length === 0) plan.rows.push(planned);
    }
    plan.problems.push(...row.problems);
  }
  plan.problems.push(...codeProblems(plan.rows, ground.codes));
  return plan;
}

function typedCells(cells: ProductCells, options: Options): ProductCells {
  const entries = Object.entries(cells);
  return Object.fromEntries(entries.map(([column, cell]) => [column, cellText(column, cell ?? "", options)]));
}

function planRow(row: Row, ground: ImportGround, options: Options): PlannedRow | null {
  const { cells, product } = row;
  const sent: SentFields = { ...attributeCells(cells) };
  if (cells.Options !== undefined) {
    sent.options = namesNow(cells.Options.split("|").map(optionNameOf), product?.former ?? []).join("|");
  }
  const images = imagesOf(row);
  if (images) sent.images = images;
  Object.assign(sent, stockOf(row));
  const codes = codesOfRow(cells, { options: optionsOf(row), stock: product?.stock ?? [] });
  if (codes.ok) Object.assign(sent, codes.sent);
  else refuse(row, codes.column, codes.message);
  for (const { url } of images ?? []) {
    const isOld = product?.images.some((image) => image.url === url);
    if (!isOld && !ground.pictures.has(url)) refuse(row, columnOfPicture(cells, url), PICTURE_GONE);
  }
  return product ? planChange(row, product, sent, ground) : planNew(row, sent, ground, options);
}

function planNew(
  row: Row,
  sent: SentFields,
  { names, spellings }: ImportGround,
  { mayBeUnfinished = false }: Options,
): PlannedRow | null {
  for (const column of columnsOfNewProducts.filter((each) => row.cells[each] === undefined)) {
    refuse(row, column, `The file has no column “${column}”, and a new product needs it`);
  }
  const status = sent.status?.trim() ? sent.status : "draft";
  const fields = { ...emptyFields, category: "", ...sent, status };
  const checked = checkProduct(fields, { mayLackImages: true, mayBeUnfinished });
  if (!checked.ok) return refuseFields(row, checked.errors);
  const values = spelledAsKnown(checked.values, null, spellings);
  learnSpellings(values, spellings);
  const hasNamesake = names.has(values.name.toLowerCase());
  return { line: row.line, name: values.name, action: "create", values, hasNamesake };
}

function planChange(
  row: Row,
  product: EditableProduct,
  sent: SentFields,
  { spellings }: ImportGround,
): PlannedRow | null {
  const base = fieldsOf(product);
  const touched = touchedFields(sent, base);
  const keep = { line: row.line, name: product.name, action: "keep", product } as const;
  if (Object.keys(touched).length === 0) {
    learnSpellings(product, spellings);
    return keep;
  }
  const mayBeUnfinished = isUnfinished(product);
  const checked = checkProduct(withTouched(base, touched), { mayLackImages: true, mayBeUnfinished });
  if (!checked.ok) return refuseFields(row, checked.errors);
  const values = spelledAsKnown(checked.values, product, spellings);
  learnSpellings(values, spellings);
  refuseFields(row, heldErrors(product, values));
  if (sameValues(valuesOf(product), values)) return keep;
  return { ...keep, action: "change", values, changes: changesBetween(base, fieldsOf(values)) };
}

/** A column that already has a problem gets no second one because of the first. */
function refuseFields(row: Row, errors: ProductErrors): null {
  const refused = new Set(row.problems.map((problem) => problem.column));
  for (const [key, message] of Object.entries(errors)) {
    const column = columnOf(key as ErrorKey);
    const [, option = ""] = /^[a-z]+:(.*)$/s.exec(key) ?? [];
    if (!refused.has(column) && message !== undefined)
      refuse(row, column, option === "" ? message : `${option}: ${message}`);
  }
  return null;
}

/** Pictures in the order of their columns; absent if the file has none of these columns. */
function imagesOf(row: Row): SentFields["images"] {
  const { cells, product } = row;
  if (imageColumns.every(({ url, alt }) => cells[url] === undefined && cells[alt] === undefined)) return;
  const before = product?.images ?? [];
  return imageColumns.flatMap((column, index) => {
    const url = (cells[column.url] ?? before[index]?.url ?? "").trim();
    const alt = cells[column.alt] ?? before.find((image) => image.url === url)?.alt ?? "";
    if (url !== "") return [{ url, alt }];
    if (alt.trim() !== "") refuse(row, column.alt, "There is no picture to describe");
    return [];
  });
}

function columnOfPicture(cells: ProductCells, url: string): string {
  return imageColumns.find((column) => cells[column.url]?.trim() === url)?.url ?? "Image 1";
}

/** The options after the import, renamed ones under their name of now; none for a product without options. */
function optionsOf({ cells, product }: Row): string[] {
  const names = parseOptions(cells.Options ?? (product ? fieldsOf(product).options : ""));
  return [...new Set(namesNow(names, product?.former ?? []))];
}

/**
 * The quantities that a row wants to set. A quantity that has not changed since the export is left alone, and
 * units that were sold or counted since then are never overwritten silently.
 */
function stockOf(row: Row): Pick<SentFields, "stock" | "quantity"> {
  const { cells, product } = row;
  if (cells.Stock === undefined) return {};
  const options = optionsOf(row);
  const nameNow = (name: string) => namesNow([name], product?.former ?? [])[0] ?? name;
  const hasOptions = options.length > 0;
  const quantities = hasOptions ? cells.Stock.split("|") : [cells.Stock];
  if (hasOptions && quantities.length !== options.length) {
    const wanted = `one quantity for each option (${options.join("|")}), parted by |`;
    refuse(row, "Stock", `Stock must have ${wanted}`);
    return {};
  }
  const boxes = quantities.map((text, index) => ({ option: options[index] ?? "", quantity: text.trim() }));
  const atExport = new Map(
    [...parseStockAtExport(cells["Stock at export"] ?? "")].map(([name, was]) => [nameNow(name), was]),
  );
  /** Refuses a count that was made before others sold or counted pieces of this option. */
  const contest = (option: string, was: string, now: string, wanted: string) => {
    const what = option === "" ? "There were" : `Of ${option} there were`;
    const message = `${what} ${was} when this file was exported and are ${now} now. Export again, or empty the cell “Stock at export” to set ${wanted} all the same`;
    refuse(row, "Stock", message);
  };
  const countNow = (option: string) => product?.stock.find(({ variation }) => variation === option)?.onHand;
  // The pieces of an option that goes away may be counted in a new one.
  for (const [option, was] of atExport) {
    const now = countNow(option);
    if (now === undefined || String(now) === was || boxes.some((box) => box.option === option)) continue;
    contest(option, was, String(now), cells.Stock);
    return {};
  }
  const wanted = boxes.filter(({ option, quantity }) => {
    const was = atExport.get(option);
    const onHand = countNow(option);
    if (was === undefined || onHand === undefined) return true;
    if (quantity === was) return false;
    const now = String(onHand);
    if (now === was || now === quantity) return true;
    contest(option, was, now, quantity);
    return false;
  });
  const [first] = wanted;
  if (!first) return {};
  return hasOptions ? { stock: wanted } : { quantity: first.quantity };
}
