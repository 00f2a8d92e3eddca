// What a file of products would do to the shop, product by product, before anything is done. Rules and messages are those of
// the form. A product with an ID is changed, and only in what the file has columns of; one without is created. Pure, so that
// the dry run and the import itself decide alike.

import type { CategoryChoice } from "../../category/category.ts";
import { byName } from "../../text/fields.ts";
import { sameValues } from "../../text/same-values.ts";
import { photoKey } from "../drafts/photo-names.ts";
import { checkProduct } from "../form/check-product.ts";
import type { CodeOwner } from "../options/code-owners.ts";
import { codeNames, type ItemCodes, noCodes } from "../options/item-codes.ts";
import { parseOptions } from "../options/option-names.ts";
import { noPriceTexts } from "../options/own-prices.ts";
import { optionNameOf } from "../options/rename-options.ts";
import { learnSpellings, type Spellings, spelledAsKnown, suggestedNames } from "../options/spellings.ts";
import {
  changesBetween,
  type FieldChange,
  heldErrors,
  touchedFields,
  withTouched,
} from "../product-changes.ts";
import { isAttribute } from "../product-fields.ts";
import {
  type EditableProduct,
  type ErrorKey,
  emptyFields,
  fieldsOf,
  isUnfinished,
  type ProductErrors,
  type ProductValues,
  type SentFields,
  valuesOf,
} from "../product-form.ts";
import { checkNew } from "./check-new.ts";
import { columnOf, type FileColumn, nameOf } from "./file-columns.ts";
import type { RowProblem } from "./file-rows.ts";
import type { ImportRow, SkippedProduct } from "./read-rows.ts";
import { settleCodes } from "./settle-codes.ts";

/** Larger files are refused: they could not be shown, nor written within a few seconds. */
export const IMPORT_PRODUCTS_MAX = 10_000;
/** Each option and each picture has a row. */
export const IMPORT_ROWS_MAX = 10 * IMPORT_PRODUCTS_MAX;
export const IMPORT_BYTES_MAX = 16 * 1024 * 1024;

/** `lines`: of the rows of its options, by their names after the import. */
export type PlannedRow = { line: number; lines: OptionLines; name: string } & (
  | { action: "create"; values: ProductValues; hasNamesake: boolean; handle?: string }
  | { action: "change"; product: EditableProduct; values: ProductValues; changes: FieldChange[] }
  | { action: "keep"; product: EditableProduct }
);

type OptionLines = ReadonlyMap<string, number>;

export type ImportPlan = {
  rows: PlannedRow[];
  /** Of the shop's own products. They block the whole import. */
  problems: RowProblem[];
  /** New products that can't be imported. */
  skipped: SkippedProduct[];
  /** What new products come without. */
  notes: RowProblem[];
  /** Pictures elsewhere, which are not taken. */
  pictures: number;
  /** The name that a photo of the first product with such pictures must have to be found; "" without any. */
  photoName: string;
};

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
  categories: readonly CategoryChoice[];
  /** How products that are not in the file spell the words that `wordsNamedIn` finds. */
  spellings: Spellings;
};

const PICTURE_GONE = "This picture no longer exists. Remove it and upload it again";

export function picturesIn(row: ImportRow): string[] {
  return row.images?.map(({ url }) => url) ?? [];
}

/** The words of products that have known spellings; "" where one names none. */
export function wordsNamedIn(rows: ImportRow[]): Record<(typeof suggestedNames)[number], string>[] {
  return rows.map(({ texts }) => byName(suggestedNames, (name) => optionNameOf(texts[name] ?? "")));
}

/** A row while it is planned; `product` is absent for a new one. */
type Row = ImportRow & {
  product: EditableProduct | undefined;
  lines: OptionLines;
  problems: RowProblem[];
};

function refuse({ line, lines, problems }: Row, column: string, message: string, option?: string): void {
  problems.push({ line: lines.get(option ?? "") ?? line, column, message });
}

/** Every row becomes a planned row, at least one problem, or a product that is skipped. */
export function planImport(rows: ImportRow[], ground: ImportGround): ImportPlan {
  const plan: ImportPlan = { rows: [], problems: [], skipped: [], notes: [], pictures: 0, photoName: "" };
  for (const given of rows) {
    const product = ground.products.get(given.id);
    const lines = new Map(
      optionsOf({ ...given, product }).map((option, at) => [option, given.optionLines[at] ?? given.line]),
    );
    const row: Row = { ...given, product, lines, problems: [] };
    if (given.id !== "" && !row.product) refuse(row, nameOf("id"), "No product has this ID");
    else {
      const planned = planRow(row, ground, plan);
      if (planned && row.problems.length === 0) plan.rows.push(planned);
    }
    if (given.id !== "") plan.problems.push(...row.problems);
    else if (row.problems.length > 0) plan.skipped.push({ line: given.line, reasons: row.problems });
  }
  const codes = settleCodes(plan.rows, ground.codes);
  plan.problems.push(...codes.problems);
  plan.notes.push(...codes.notes);
  return plan;
}

function planRow(row: Row, ground: ImportGround, plan: ImportPlan): PlannedRow | null {
  const { product, texts } = row;
  const images = imagesOf(row, ground, plan);
  const sent: SentFields = {
    ...texts,
    ...(row.options && { options: optionsOf(row).join("|") }),
    ...(images && { images }),
    ...stockOf(row),
    ...codesOf(row),
    ...ownPricesOf(row),
  };
  return product ? planChange(row, product, sent, ground) : planNew(row, sent, ground, plan);
}

/** A draft unless it says otherwise, and may lack what it needs as long as it is one. */
function planNew(
  row: Row,
  sent: SentFields,
  { names, spellings, categories }: ImportGround,
  { notes }: ImportPlan,
): PlannedRow | null {
  const isWhole = sent.status === "active" && (sent.images ?? []).length > 0;
  const mayBe = ["", "active", "draft", "archived"].includes(sent.status ?? "");
  const status = !mayBe || isWhole || sent.status === "archived" ? sent.status : "draft";
  const fields = { ...emptyFields, ...sent, ...(status && { status }) };
  const { checked, lost } = checkNew(fields, categories);
  if (!checked.ok) return refuseFields(row, checked.errors);
  for (const { key, text, message } of lost)
    notes.push({ ...placeOf(row, key), message: `“${text}” was skipped: ${message}` });
  const values = spelledAsKnown(checked.values, null, spellings);
  learnSpellings(values, spellings);
  const hasNamesake = names.has(values.name.toLowerCase());
  const { line, lines, handle } = row;
  return { line, lines, name: values.name, action: "create", values, hasNamesake, ...(handle && { handle }) };
}

/** The line and the column of what a message of the form is about. */
function placeOf({ line, lines, textLines }: Row, key: ErrorKey): Pick<RowProblem, "line" | "column"> {
  const [, option = ""] = /^[a-zA-Z]+:(.*)$/s.exec(key) ?? [];
  const own = isAttribute(key) ? textLines[key] : lines.get(option);
  return { line: own ?? line, column: columnOf(key) };
}

function planChange(
  row: Row,
  product: EditableProduct,
  sent: SentFields,
  { spellings, categories }: ImportGround,
): PlannedRow | null {
  const base = fieldsOf(product);
  const touched = touchedFields(sent, base);
  const { line, lines } = row;
  const keep = { line, lines, name: product.name, action: "keep", product } as const;
  if (Object.keys(touched).length === 0) {
    learnSpellings(product, spellings);
    return keep;
  }
  const mayBeUnfinished = isUnfinished(product);
  const checked = checkProduct(withTouched(base, touched), {
    categories,
    mayLackImages: true,
    mayBeUnfinished,
  });
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
    const { line, column } = placeOf(row, key as ErrorKey);
    const [, option = ""] = /^[a-zA-Z]+:(.*)$/s.exec(key) ?? [];
    if (!refused.has(column) && message !== undefined)
      row.problems.push({ line, column, message: option === "" ? message : `${option}: ${message}` });
  }
  return null;
}

/** Pictures that are stored; absent if the file has no column of them. Those of a new product that are elsewhere are counted. */
function imagesOf(row: Row, { pictures }: ImportGround, plan: ImportPlan): SentFields["images"] {
  if (!row.images) return;
  const known = new Set([...pictures, ...(row.product?.images.map(({ url }) => url) ?? [])]);
  const missing = row.images.filter(({ url }) => !known.has(url));
  const isElsewhere = (url: string) => !row.product && !url.startsWith("/");
  const elsewhere = missing.filter(({ url }) => isElsewhere(url));
  const gone = row.product ? row.problems : plan.notes;
  for (const { line, url } of missing)
    if (!isElsewhere(url)) gone.push({ line, column: nameOf("image"), message: PICTURE_GONE });
  plan.pictures += elsewhere.length;
  if (elsewhere.length > 0) plan.photoName ||= `${photoKey(row.texts.name ?? "")}-1.jpg`;
  return row.images.filter(({ url }) => known.has(url)).map(({ url, alt }) => ({ url, alt }));
}

/** The options after the import; none for a product without options. */
function optionsOf({ options, product }: Pick<Row, "options" | "product">): string[] {
  const names = options?.filter(Boolean) ?? parseOptions(product ? fieldsOf(product).options : "");
  return [...new Set(names)];
}

/** Whose quantities and codes a row tells, in their order; null: it does not say whose they are. */
function placesOf(row: Row, column: FileColumn, count: number): string[] | null {
  const options = optionsOf(row);
  const places = options.length > 0 ? options : [""];
  if (places.length === count && (row.options || count === 1)) return places;
  const message = `Each option (${options.join("|")}) needs a row, with its name in the column “${nameOf("option")}”`;
  refuse(row, nameOf(column), message);
  return null;
}

/**
 * The quantities that a row wants to set. A quantity that has not changed since the export is left alone, and
 * units that were sold or counted since then are never overwritten silently.
 */
function stockOf(row: Row): Pick<SentFields, "stock" | "quantity"> {
  const { product, stock } = row;
  const places = stock && placesOf(row, "stock", stock.length);
  if (!places) return {};
  const boxes = stock.map((quantity, index) => ({ option: places[index] ?? "", quantity }));
  const atExport = row.stockAtExport;
  /** Refuses a count that was made before others sold or counted units of this option. */
  const contest = (option: string, was: string, now: string, wanted: string) => {
    const what = option === "" ? "There were" : `Of ${option} there were`;
    const message = `${what} ${was} when this file was exported and are ${now} now. Export again, or empty the cells “${nameOf("stockAtExport")}” to set ${wanted} anyway`;
    refuse(row, nameOf("stock"), message, option);
  };
  const countNow = (option: string) => product?.stock.find(({ variation }) => variation === option)?.onHand;
  // The units of an option that goes away may be counted in a new one.
  for (const [option, was] of atExport) {
    const now = countNow(option);
    if (now === undefined || String(now) === was || boxes.some((box) => box.option === option)) continue;
    contest(option, was, String(now), stock.join("|"));
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
  return first.option === "" ? { quantity: first.quantity } : { stock: wanted };
}

/** The codes that a row wants to set; those that it has no column of stay as they are. */
function codesOf(row: Row): Pick<SentFields, "codes"> {
  const told = codeNames.filter((name) => row.codes[name] !== undefined);
  const [first] = told;
  const places = first && placesOf(row, first, row.codes[first]?.length ?? 0);
  if (!places) return {};
  const before = row.product?.stock ?? [];
  const codes = places.map((option, index) => {
    const line = before.find(({ variation }) => variation === option) ?? noCodes;
    return { option, ...byName<ItemCodes>(codeNames, (name) => row.codes[name]?.[index] ?? line[name]) };
  });
  return { codes };
}

/** What its options cost of their own. A file that names none says what the product costs. */
function ownPricesOf(row: Row): Pick<SentFields, "prices"> {
  const { prices } = row;
  const options = row.options ? optionsOf(row) : [];
  if (!prices || options.length === 0) return {};
  return { prices: options.map((option, at) => ({ option, ...(prices[at] ?? noPriceTexts) })) };
}
