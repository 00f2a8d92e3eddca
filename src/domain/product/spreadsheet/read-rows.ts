// Rows of a file become products: all rows with one ID, or one handle, are one product with its options and pictures. A
// product that has an ID is this shop's own, and what its rows say is held to the rules of the form. One without is new,
// often from another shop: differences are reported, line by line, before anything is imported. Pure, so that
// the look at a file and the import itself read alike.
import type { CategoryChoice } from "../../category/category.ts";
import { type CodeName, codeNames } from "../options/item-codes.ts";
import type { PriceTexts } from "../options/own-prices.ts";
import {
  type AttributeName,
  ageGroupLabels,
  DESCRIPTION_LENGTH_MAX,
  type Gender,
  genderLabels,
  NAME_LENGTH_MAX,
  productStatusLabels,
  TAGS_LENGTH_MAX,
} from "../product-fields.ts";
import { categoryOfCell } from "./file-category.ts";
import { type FileColumn, nameOf, ownAttributes } from "./file-columns.ts";
import {
  cell,
  type FileRow,
  flag,
  type Group,
  groupsOf,
  idOf,
  type Note,
  type RowProblem,
} from "./file-rows.ts";
import { plainText } from "./html-text.ts";
import { momentOf } from "./read-moment.ts";
import {
  codesOf,
  noteLostCells,
  optionNames,
  quantityOf,
  setNameOf,
  stockAtExportOf,
  variantsOf,
  wrongOptions,
} from "./read-options.ts";
import { amount, pricesOf } from "./read-prices.ts";
import { type ColorPart, colorParts } from "./split-colors.ts";
import { GRAMS_PER_OZ, shopifyGenders } from "./write-rows.ts";

/** What a file says of one product; what it has no column for is absent. */
export type ImportRow = {
  /** Of its first row. */
  line: number;
  /** In lower case; "" for a new product. */
  id: string;
  /** Of a new product: its page in the shop that it comes from. */
  handle?: string;
  texts: Partial<Record<AttributeName, string>>;
  /** The lines of those texts that do not stand in its first row. */
  textLines: Partial<Record<AttributeName, number>>;
  /** Their names; one "" for a product without options. */
  options?: string[];
  /** Lines, quantities and codes in the order of its rows that are options. */
  optionLines: number[];
  stock?: string[];
  codes: Partial<Record<CodeName, string[]>>;
  /** What its options cost of their own, in the same order. */
  prices?: PriceTexts[];
  /** The units of each option when the file was exported, by its name then. */
  stockAtExport: Map<string, string>;
  /** With the line of each. Addresses of this shop's own begin with "/". */
  images?: { line: number; url: string; alt: string }[];
};

/** A product of the file that is not imported, or a row of none; with the line that it begins on. */
export type SkippedProduct = { line: number; reasons: RowProblem[] };

export type FileProducts = {
  /** Those without a problem. */
  rows: ImportRow[];
  /** Of the shop's own products. They block the whole import. */
  problems: RowProblem[];
  /** New ones that can't be imported. They don't keep the others from it. */
  skipped: SkippedProduct[];
  /** What comes otherwise than the file has it, and does not prevent the import. */
  notes: RowProblem[];
};

/** `origin`: with which exports have the addresses of pictures. */
export type OwnShop = { origin: string; categories: readonly CategoryChoice[] };

export function readRows(given: readonly FileRow[], { origin, categories }: OwnShop): FileProducts {
  const result: FileProducts = { rows: [], problems: [], skipped: [], notes: [] };
  const stranger = given.find((row) => cell(row, "id") !== "" && idOf(row) === "");
  if (stranger) result.notes.push({ line: stranger.line, column: nameOf("id"), message: strangeIds });
  const lost: RowProblem[] = [];
  for (const all of groupsOf(given, lost)) {
    if (isTooLong(all, result)) continue;
    const parts = colorParts(all);
    noteColors(parts, result.notes);
    const whole = { said: saidBy(all), categories };
    for (const part of parts) readPart(part, whole, result);
  }
  result.skipped.push(...lost.map((reason) => ({ line: reason.line, reasons: [reason] })));
  for (const { images } of result.rows)
    for (const image of images ?? [])
      if (image.url.startsWith(`${origin}/`)) image.url = image.url.slice(origin.length);
  return result;
}

/** More than any shop lets a product have: 2,048 variants and 250 pictures at Shopify. */
const PRODUCT_ROWS_MAX = 2_500;

function isTooLong(rows: FileRow[], { problems, skipped }: FileProducts): boolean {
  const line = rows[0]?.line ?? 0;
  const message = `${rows.length.toLocaleString("en-US")} rows are too many for one product`;
  const reason = { line, column: nameOf("handle"), message };
  if (rows.length <= PRODUCT_ROWS_MAX) return false;
  if (rows.some((row) => idOf(row) !== "")) problems.push(reason);
  else skipped.push({ line, reasons: [reason] });
  return true;
}

const strangeIds = "Unknown IDs were ignored: their rows become new products";

function noteColors(parts: ColorPart[], notes: RowProblem[]): void {
  const line = parts[0]?.rows[0]?.line ?? 0;
  const colors = parts.map(({ color }) => color).join(", ");
  const message = `Each of its ${parts.length} colors becomes a product, linked by design: ${colors}`;
  if (parts.length > 1) notes.push({ line, column: nameOf("option"), message });
}

/** What the first of these rows says that says anything. Looked for once, however many colors ask. */
function saidBy(rows: FileRow[]): (column: FileColumn) => string {
  const known = new Map<FileColumn, string>();
  return (column) => {
    const text =
      known.get(column) ??
      cell(
        rows.find((row) => isSaying(row, column)),
        column,
      );
    known.set(column, text);
    return text;
  };
}

/** `whole.said`: by the rows of all colors of the product. */
function readPart(
  { rows, color, columns, handle }: ColorPart,
  whole: Pick<Group, "said" | "categories">,
  result: FileProducts,
): void {
  const [first] = rows;
  if (!first) return;
  const isOwn = rows.some((row) => idOf(row) !== "");
  const saidOfPart = saidBy(rows);
  const reasons: RowProblem[] = [];
  const tell =
    (told: RowProblem[]): Note =>
    (column, message, line = first.line) =>
      told.push({ line, column: nameOf(column), message });
  const product = productOf(
    {
      ...{ rows, isOwn, columns, categories: whole.categories },
      has: (column) => first.cells[column] !== undefined,
      said: (column) => saidOfPart(column) || whole.said(column),
      note: tell(result.notes),
      refuse: tell(reasons),
    },
    color,
  );
  if (product && reasons.length === 0)
    result.rows.push(isOwn || handle === "" ? product : { ...product, handle });
  else if (isOwn) result.problems.push(...reasons);
  else result.skipped.push({ line: first.line, reasons });
}

function isSaying(row: FileRow, column: FileColumn): boolean {
  const text = cell(row, column);
  // Shopify writes 0 where nothing was weighed.
  return text !== "" && !(column === "weight" && Number(text) === 0);
}

function productOf(group: Group, color: string | null): ImportRow | null {
  const { rows, isOwn, has, said, refuse } = group;
  const line = rows[0]?.line ?? 0;
  if (!isSound(group)) return null;
  const variants = variantsOf(rows);
  const { names, kept } = optionNames(variants, group);
  const wrong = wrongOptions(names);
  if (wrong !== null) {
    refuse("option", wrong);
    return null;
  }
  noteLostCells(rows, variants, group);
  const priced = has("price") ? pricesOf(variants, group) : null;
  const product: ImportRow = {
    line,
    id: rows.map(idOf).find(Boolean) ?? "",
    texts: { ...textsOf(group), ...priced?.texts, ...(color !== null && ofColor(color, group)) },
    textLines: { ...textLinesOf(rows), ...(priced?.saleLine && { salePrice: priced.saleLine }) },
    optionLines: variants.map((row) => row.line),
    codes: {},
    ...(priced?.prices && { prices: priced.prices }),
    stockAtExport: stockAtExportOf(said("stockAtExport")),
  };
  if (names.length > 0 && has("optionName")) product.texts.optionName = setNameOf(group, kept);
  if (has("option") || !isOwn) product.options = names.length > 0 ? names : [""];
  if (has("stock") || !isOwn) product.stock = variants.map((row) => quantityOf(row, group));
  for (const name of codeNames) if (has(name)) product.codes[name] = codesOf(variants, name, group);
  const images = imagesOf(rows, flag(group));
  if (has("image")) product.images = images;
  return product;
}

/** Whether the rows can be one product of this shop at all. */
function isSound(group: Group): boolean {
  const { rows, isOwn, said, refuse } = group;
  const flawed = rows.find(({ flaw }) => flaw);
  if (flawed?.flaw) refuse("", flawed.flaw, flawed.line);
  else if (!isOwn && said("name") === "") refuse("name", "No row with this handle has a title");
  else if (!isOwn && isGiftCard(group)) refuse("giftCard", "This shop can't sell gift cards");
  else {
    noteContradictions(group);
    return true;
  }
  return false;
}

function isGiftCard({ said }: Group): boolean {
  const kinds = [said("type"), said("category").split(">").at(-1) ?? ""];
  return /^(true|yes)$/i.test(said("giftCard")) || kinds.some((kind) => /^\s*gift ?cards?\s*$/i.test(kind));
}

/** Every attribute that has a column. What is none, such as the weight "heavy", is left for the form to refuse. */
function textsOf(group: Group): ImportRow["texts"] {
  const { isOwn, has, said } = group;
  const texts: ImportRow["texts"] = {};
  const tell = (column: AttributeName & FileColumn, read: (text: string) => string = (text) => text) => {
    if (has(column)) texts[column] = read(said(column));
  };
  for (const column of ["type", ...ownAttributes] as const) tell(column);
  tell("name", (name) => (isOwn ? name : cut("name", name, NAME_LENGTH_MAX, group)));
  tell("tags", (tags) => (isOwn ? tags : cut("tags", tags, TAGS_LENGTH_MAX, group)));
  tell("salePrice", amount);
  tell("saleStartsAt", momentOf);
  tell("saleEndsAt", momentOf);
  tell("description", (body) => {
    const text = plainText(body);
    return isOwn ? text : cut("description", text, DESCRIPTION_LENGTH_MAX, group);
  });
  tell("status", (status) => named(status, productStatusLabels));
  tell("gender", (gender) => (gender === "" && !isOwn ? "unisex" : genderOf(gender)));
  tell("ageGroup", (age) => (age === "" && !isOwn ? "adult" : ageGroupOf(age)));
  tell("weight", ouncesOf);
  tell("cost", amount);
  const category = categoryOfCell(group);
  return category === null ? texts : { ...texts, category };
}

function textLinesOf(rows: FileRow[]): ImportRow["textLines"] {
  const lines = wholeColumns.flatMap((column) => {
    const row = rows.find((each) => isSaying(each, column));
    return row && row !== rows[0] ? [[column, row.line]] : [];
  });
  return Object.fromEntries(lines);
}

/** One of several colors has a name of its own; the design links them. */
function ofColor(color: string, { said }: Group): ImportRow["texts"] {
  const room = NAME_LENGTH_MAX - [...`, ${color}`].length;
  const name = `${[...said("name")].slice(0, Math.max(0, room)).join("").trim()}, ${color}`;
  const design = said("design") || [...said("name")].slice(0, DESIGN_LENGTH_MAX).join("").trim();
  return { name, design, color: said("color") || color };
}

const DESIGN_LENGTH_MAX = 100;

/** What a product has once. */
const wholeColumns = [
  ...(["name", "description", "type", "tags", "status", "category"] as const),
  ...(["weight", "cost", "gender", "ageGroup"] as const),
  ...ownAttributes,
];

/** Two rows of one product that say different things about it: it is unclear which one the owner meant. */
function noteContradictions(group: Group): void {
  for (const column of wholeColumns) {
    const [first, ...others] = group.rows.filter((row) => isSaying(row, column));
    for (const other of others.filter((row) => cell(row, column) !== cell(first, column)))
      flag(group)(column, `Line ${first?.line} has a different value for the same product`, other.line);
  }
}

/** "Active" → "active". An unknown name is kept, and the form's rule refuses it. */
function named(text: string, labels: Readonly<Record<string, string>>): string {
  const wanted = text.toLowerCase();
  const choice = Object.entries(labels).find((names) => names.some((name) => name.toLowerCase() === wanted));
  return choice?.[0] ?? text;
}

function genderOf(text: string): string {
  const known = named(text, genderLabels);
  const names = (Object.entries(shopifyGenders) as [Gender, string][]).find((each) =>
    each.includes(known.toLowerCase()),
  );
  return names?.[0] ?? text;
}

function ageGroupOf(text: string): string {
  const known = named(text, ageGroupLabels);
  return !Object.hasOwn(ageGroupLabels, known) && /kid|child/i.test(text) ? "kids" : known;
}

/** The text of a new product, as long as it may be. */
function cut(column: FileColumn, text: string, lengthMax: number, { rows, note }: Group): string {
  const signs = [...text];
  if (signs.length <= lengthMax) return text;
  const own = rows.find((row) => isSaying(row, column));
  note(column, `The text was shortened to ${lengthMax.toLocaleString("en-US")} characters`, own?.line);
  return signs.slice(0, lengthMax).join("").trim();
}

function ouncesOf(grams: string): string {
  const ounces = Math.round((Number(grams) / GRAMS_PER_OZ) * 10) / 10;
  return ounces > 0 && ounces <= 10_000 ? String(ounces) : grams;
}

/** Each once, in the order of its position, or of its row. */
function imagesOf(rows: FileRow[], tell: Note): NonNullable<ImportRow["images"]> {
  const seen = new Set<string>();
  const images: (NonNullable<ImportRow["images"]>[number] & { position: number })[] = [];
  for (const row of rows) {
    const [url, alt] = [cell(row, "image"), cell(row, "imageAlt")];
    if (url === "" && alt !== "") tell("imageAlt", "There's no picture to describe", row.line);
    if (url === "" || seen.has(url)) continue;
    seen.add(url);
    const position = Number(cell(row, "imagePosition")) || Number.POSITIVE_INFINITY;
    images.push({ line: row.line, url, alt, position });
  }
  const order = images.toSorted((a, b) => (a.position === b.position ? 0 : a.position - b.position));
  return order.map(({ position: _, ...image }) => image);
}
