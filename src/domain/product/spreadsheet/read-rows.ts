// Rows of a file become products: all rows with one ID, or one handle, are one product with its options and pictures. A
// product that has an ID is this shop's own, and what its rows say is held to the rules of the form. One without is new,
// often from another shop: what can't be as it was there is told, line by line, before anything is imported. Pure, so that
// the look at a file and the import itself read alike.
import { formatMoney } from "../../money/money.ts";
import { parseDollars } from "../../money/money-input.ts";
import { plainCell } from "../../text/csv.ts";
import { guessedCategory, guessedLabel, photoKey, tellsCategory } from "../drafts/photo-names.ts";
import { type CodeName, codeNames, parseCode } from "../options/item-codes.ts";
import { OPTION_LENGTH_MAX, OPTIONS_MAX } from "../options/option-names.ts";
import { optionNameOf } from "../options/rename-options.ts";
import { hasLines, textOf } from "../product-edit.ts";
import {
  type AttributeName,
  ageGroupLabels,
  DESCRIPTION_LENGTH_MAX,
  type Gender,
  genderLabels,
  OPTION_NAME,
  OPTION_NAME_LENGTH_MAX,
  productStatusLabels,
  TYPE_LENGTH_MAX,
} from "../product-fields.ts";
import { parseQuantity, QUANTITY_MAX } from "../product-form.ts";
import { type FileColumn, nameOf, ownAttributes } from "./file-columns.ts";
import { plainText } from "./html-text.ts";
import { GRAMS_PER_OZ, shopifyGenders } from "./write-rows.ts";

/** The cells of one row by column. A column that the file lacks is absent. */
export type FileRow = { line: number; cells: Partial<Record<FileColumn, string>> };

/** A note or a problem. `column` is "" if it concerns the whole row. */
export type RowProblem = { line: number; column: string; message: string };

/** What a file says of one product; what it has no column for is absent. */
export type ImportRow = {
  /** Of its first row. */
  line: number;
  /** In lower case; "" for a new product. */
  id: string;
  texts: Partial<Record<AttributeName, string>>;
  /** Their names; one "" for a product without options. */
  options?: string[];
  /** Lines, quantities and codes in the order of its rows that are options. */
  optionLines: number[];
  stock?: string[];
  codes: Partial<Record<CodeName, string[]>>;
  /** The pieces of each option when the file was exported, by its name then. */
  stockAtExport: Map<string, string>;
  /** With the line of each. Addresses of this shop's own begin with "/". */
  images?: { line: number; url: string; alt: string }[];
};

export type FileProducts = {
  /** Those without a problem. */
  rows: ImportRow[];
  /** They block the whole import. */
  problems: RowProblem[];
  /** What comes otherwise than the file has it, and does not prevent the import. */
  notes: RowProblem[];
};

type Note = (column: FileColumn, message: string, line?: number) => unknown;
/** The rows of one product. */
type Group = {
  rows: FileRow[];
  isOwn: boolean;
  has: (column: FileColumn) => boolean;
  /** What its first row says that says anything. */
  said: (column: FileColumn) => string;
  note: Note;
  refuse: Note;
};

/** `origin`: of this shop, with which its exports have the addresses of its pictures. */
export function readRows(given: readonly FileRow[], { origin }: { origin: string }): FileProducts {
  const result: FileProducts = { rows: [], problems: [], notes: [] };
  for (const rows of groupsOf(given, result.problems)) {
    const [first] = rows;
    if (!first) continue;
    const tell =
      (told: RowProblem[]): Note =>
      (column, message, line = first.line) =>
        told.push({ line, column: nameOf(column), message });
    const problemsBefore = result.problems.length;
    const product = productOf({
      rows,
      isOwn: rows.some((row) => cell(row, "id") !== ""),
      has: (column) => first.cells[column] !== undefined,
      said: (column) => rows.map((row) => cell(row, column)).find(Boolean) ?? "",
      note: tell(result.notes),
      refuse: tell(result.problems),
    });
    for (const image of product?.images ?? [])
      if (image.url.startsWith(`${origin}/`)) image.url = image.url.slice(origin.length);
    if (product && result.problems.length === problemsBefore) result.rows.push(product);
  }
  return result;
}

/** A row without an ID is of the product with its handle, as one that was added for a new option. */
function groupsOf(given: readonly FileRow[], problems: RowProblem[]): Iterable<FileRow[]> {
  const groups = new Map<string, FileRow[]>();
  const idOfHandle = new Map(
    given.flatMap((row) =>
      cell(row, "id") === "" ? [] : [[cell(row, "handle").toLowerCase(), keyOfId(row)]],
    ),
  );
  for (const row of given) {
    const handle = cell(row, "handle").toLowerCase() || photoKey(cell(row, "name"));
    const key = cell(row, "id") === "" ? (idOfHandle.get(handle) ?? handle) : keyOfId(row);
    if (key === "") {
      const message = "The row has neither ID, handle, nor title";
      problems.push({ line: row.line, column: nameOf("handle"), message });
      continue;
    }
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups.values();
}

/** No handle begins so. */
const keyOfId = (row: FileRow) => `ID ${cell(row, "id").toLowerCase()}`;

/** A cell as the form would hold it. */
function cell(row: FileRow | undefined, column: FileColumn): string {
  const text = plainCell(row?.cells[column] ?? "");
  return textOf(text, hasLines(column)).trim();
}

function productOf(group: Group): ImportRow | null {
  const { rows, isOwn, has, said, note, refuse } = group;
  const line = rows[0]?.line ?? 0;
  const id = rows.map((row) => cell(row, "id").toLowerCase()).find(Boolean) ?? "";
  if (!isOwn && said("name") === "") {
    refuse("name", "No row of this handle has a title");
    return null;
  }
  if (isOwn) refuseContradictions(group);
  const variants = variantsOf(rows);
  const { names, kept } = optionNames(variants, note);
  const wrong = wrongOptions(names);
  if (wrong !== null) refuse("option", wrong);
  const texts: ImportRow["texts"] = {};
  const tell = (column: AttributeName & FileColumn, read: (text: string) => string = (text) => text) => {
    if (has(column)) texts[column] = read(said(column));
  };
  for (const column of ["name", "type", ...ownAttributes] as const) tell(column);
  tell("salePrice", amount);
  tell("description", (body) => descriptionOf(body, group));
  tell("status", (status) => named(status, productStatusLabels));
  tell("gender", (gender) => genderOf(gender) ?? (isOwn ? gender : "unisex"));
  tell("ageGroup", (age) => ageGroupOf(age) ?? (isOwn ? age : "adult"));
  tell("weight", (grams) => ouncesOf(grams, isOwn));
  tell("cost", (cost) => (isOwn || parseDollars(amount(cost)) !== null ? amount(cost) : ""));
  if (names.length > 0) tell("optionName", () => setNameOf(group, kept));
  const category = categoryOf(group);
  if (category !== null) texts.category = category;
  if (!isOwn && [...(texts.type ?? "")].length > TYPE_LENGTH_MAX) texts.type = "";
  Object.assign(texts, has("price") ? pricesOf(variants, group) : {});
  const product: ImportRow = {
    line,
    id,
    texts,
    optionLines: variants.map((row) => row.line),
    codes: {},
    stockAtExport: stockAtExportOf(said("stockAtExport")),
  };
  if (has("option") || !isOwn) product.options = names.length > 0 ? names : [""];
  if (has("stock") || !isOwn) product.stock = variants.map((row) => quantityOf(row, group));
  for (const name of codeNames) if (has(name)) product.codes[name] = codesOf(variants, name, group);
  const images = imagesOf(rows, refuse);
  if (has("image")) product.images = images;
  return product;
}

/** Two rows of one product that say different things of the whole of it: which one the owner meant, nobody can tell. */
function refuseContradictions({ rows, refuse }: Group): void {
  for (const column of ["name", "description", "type", "status", "category", ...ownAttributes] as const) {
    const [first, ...others] = rows.filter((row) => cell(row, column) !== "");
    const other = others.find((row) => cell(row, column) !== cell(first, column));
    if (first && other)
      refuse(column, `Line ${first.line} is of the same product and says otherwise`, other.line);
  }
}

/** Rows that are options; others only bring a picture. A product without any is its first row. */
function variantsOf(rows: FileRow[]): FileRow[] {
  const variants = rows.filter((row) => cell(row, "option") !== "" || cell(row, "price") !== "");
  return variants.length > 0 ? variants : rows.slice(0, 1);
}

const optionColumns = [
  ["optionName", "option"],
  ["option2Name", "option2"],
  ["option3Name", "option3"],
] as const;
type OptionColumns = readonly (typeof optionColumns)[number][];

const DEFAULT_TITLE = "default title";
const isDefault = (value: string) => value === "" || value.toLowerCase() === DEFAULT_TITLE;

/** "Navy / M" where several things are chosen; a thing that is the same for all is left out. `kept`: what the names are of. */
function optionNames(variants: FileRow[], note: Note): { names: string[]; kept: OptionColumns } {
  const used = optionColumns.filter(([, value]) => variants.some((row) => cell(row, value) !== ""));
  if (variants.length === 1 && used.every(([, value]) => isDefault(cell(variants[0], value))))
    return { names: [], kept: [] };
  const varied = used.filter(([, value]) => new Set(variants.map((row) => cell(row, value))).size > 1);
  const kept = varied.length > 0 ? varied : used.slice(0, 1);
  for (const [, value] of used.filter((each) => !kept.includes(each))) {
    const same = cell(variants[0], value);
    if (!isDefault(same)) note(value, `“${short(same)}” is left out: all its options have it`);
  }
  const whole = variants.map((row) =>
    kept
      .map(([, value]) => cell(row, value))
      .join(" / ")
      .replaceAll("|", "/"),
  );
  if (kept.length > 1) note("option2Name", `Its options become one list: ${whole.slice(0, 3).join(", ")} …`);
  if (whole.some((each) => [...each].length > OPTION_LENGTH_MAX))
    note("option", `Names of options are cut after ${OPTION_LENGTH_MAX} characters`);
  const names = whole.map((each) => [...optionNameOf(each)].slice(0, OPTION_LENGTH_MAX).join("").trim());
  return { names, kept };
}

/** What a list of options may not be. */
function wrongOptions(names: string[]): string | null {
  if (names.length > OPTIONS_MAX)
    return `${names.length} options are too many: a product has at most ${OPTIONS_MAX}. Make several products of it`;
  if (names.some((name) => name === "")) return "One of its rows has a price and no option";
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  return repeated === undefined ? null : `Two of its rows are the option “${repeated}”`;
}

/** Of the whole set: "Size". What Shopify calls "Title" has no name. */
function setNameOf({ isOwn, said }: Group, kept: OptionColumns): string {
  const name = kept.map(([column]) => said(column)).find(Boolean) ?? "";
  if (isOwn) return name;
  const isUsable =
    name !== "" && name.toLowerCase() !== "title" && [...name].length <= OPTION_NAME_LENGTH_MAX;
  return isUsable ? name : OPTION_NAME;
}

/** A name may speak of both, as "Polo Cap" does; where the file's own category tells, it counts. null: the file tells none. */
function categoryOf({ isOwn, has, said, note }: Group): string | null {
  const own = said("category");
  if (tellsCategory(own)) return guessedCategory(own);
  if (isOwn) return has("category") ? own : null;
  const all = [said("name"), said("type"), own, said("tags")].join(" ");
  if (!tellsCategory(all))
    note("type", `Neither hat nor shirt by its words: it comes as ${guessedLabel(all)}`);
  return guessedCategory(all);
}

/** "Active" → "active". An unknown name is kept, and the form's rule refuses it. */
function named(text: string, labels: Readonly<Record<string, string>>): string {
  const wanted = text.toLowerCase();
  const choice = Object.entries(labels).find((names) => names.some((name) => name.toLowerCase() === wanted));
  return choice?.[0] ?? text;
}

function genderOf(text: string): Gender | undefined {
  const known = named(text, genderLabels);
  const [gender] =
    (Object.entries(shopifyGenders) as [Gender, string][]).find((names) =>
      names.includes(known.toLowerCase()),
    ) ?? [];
  return gender;
}

function ageGroupOf(text: string): string | undefined {
  const known = named(text, ageGroupLabels);
  if (Object.hasOwn(ageGroupLabels, known)) return known;
  return /kid|child/i.test(text) ? "kids" : undefined;
}

/** One that is too long is cut, unless the product is this shop's own. */
function descriptionOf(body: string, { isOwn, note }: Group): string {
  const text = plainText(body);
  const signs = [...text];
  if (isOwn || signs.length <= DESCRIPTION_LENGTH_MAX) return text;
  const most = DESCRIPTION_LENGTH_MAX.toLocaleString("en-US");
  note("description", `The description is cut after ${most} characters`);
  return signs.slice(0, DESCRIPTION_LENGTH_MAX).join("").trim();
}

/** Shopify counts below zero what was sold without being there. */
function quantityOf(row: FileRow, { isOwn, note }: Group): string {
  const typed = cell(row, "stock").replace(/\.0+$/, "");
  if (isOwn || parseQuantity(typed) !== null) return typed;
  if (typed !== "" && !/^-\d+$/.test(typed)) {
    const most = QUANTITY_MAX.toLocaleString("en-US");
    note("stock", `“${short(typed)}” pieces are taken as 0, of ${most} at most`, row.line);
  }
  return "0";
}

/** Wrong ones of a new product are left out. */
function codesOf(variants: FileRow[], name: CodeName, { isOwn, note }: Group): string[] {
  return variants.map((row) => {
    const given = cell(row, name);
    // A spreadsheet keeps zeros in front behind an apostrophe.
    const typed = isOwn && name !== "gtin" ? given : given.replace(/^'/, "");
    const parsed = parseCode(name, typed);
    if (isOwn || parsed.ok) return typed;
    note(name, `“${short(typed)}” is left out: ${parsed.message}`, row.line);
    return "";
  });
}

const short = (text: string) => [...text].slice(0, 20).join("");

/** Shopify writes 0 where nothing was weighed. What is no weight is left for the form to refuse. */
function ouncesOf(grams: string, isOwn: boolean): string {
  const ounces = Math.round((Number(grams) / GRAMS_PER_OZ) * 10) / 10;
  if (ounces > 0 && ounces <= 10_000) return String(ounces);
  return isOwn && ounces !== 0 ? grams : "";
}

/** Amounts may read "72,50", as spreadsheets write them in Europe. */
function amount(text: string): string {
  return /^\$?[\d.]*,\d{1,2}$/.test(text) ? text.replaceAll(".", "").replace(",", ".") : text;
}

/**
 * This shop has one price for all options of a product. Of a new one that is the highest, so that nothing is sold below what
 * it was; the rows of one of its own must agree. A compare-at price above the price makes a sale of it.
 */
function pricesOf(variants: FileRow[], group: Group): ImportRow["texts"] {
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
  } else if (cheapest.price !== dearest.price) {
    const range = [cheapest, dearest].map(({ price }) => formatMoney(cents(price))).join(" to ");
    const message = `Its options cost ${range}, and one price counts for all: ${formatMoney(cents(dearest.price))}`;
    note("price", message);
  }
  if (cents(dearest.was) > cents(dearest.price)) return { price: dearest.was, salePrice: dearest.price };
  return { price: dearest.price, ...(has("compareAt") && { salePrice: "" }), ...salePrice };
}

const cents = (text: string) => parseDollars(text) ?? 0;

/** "S=3|M=0" → the pieces of each option; "=4" → those of a product without options. */
function stockAtExportOf(text: string): Map<string, string> {
  const parts = text.split("|").map((part) => {
    const at = part.lastIndexOf("=");
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  return new Map(parts.filter(([, quantity]) => /^\d+$/.test(quantity)));
}

/** Each once, in the order of its position, or of its row. */
function imagesOf(rows: FileRow[], refuse: Note): NonNullable<ImportRow["images"]> {
  const images: (NonNullable<ImportRow["images"]>[number] & { position: number })[] = [];
  for (const row of rows) {
    const [url, alt] = [cell(row, "image"), cell(row, "imageAlt")];
    if (url === "" && alt !== "") refuse("imageAlt", "There is no picture to describe", row.line);
    if (url === "" || images.some((image) => image.url === url)) continue;
    const position = Number(cell(row, "imagePosition")) || Number.POSITIVE_INFINITY;
    images.push({ line: row.line, url, alt, position });
  }
  const order = images.toSorted((a, b) => (a.position === b.position ? 0 : a.position - b.position));
  return order.map(({ position: _, ...image }) => image);
}
