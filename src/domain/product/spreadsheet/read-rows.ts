// Rows of a file become products: all rows with one ID, or one handle, are one product with its options and pictures. A
// product that has an ID is this shop's own, and what its rows say is held to the rules of the form. One without is new,
// often from another shop: what can't be as it was there is told, line by line, before anything is imported. Pure, so that
// the look at a file and the import itself read alike.
import type { CategoryChoice } from "../../category/category.ts";
import { categoryInFile, guessCategory, usualCategory } from "../../category/guess-category.ts";
import { parseDollars } from "../../money/money-input.ts";
import { type CodeName, codeNames } from "../options/item-codes.ts";
import type { PriceTexts } from "../options/own-prices.ts";
import {
  type AttributeName,
  ageGroupLabels,
  DESCRIPTION_LENGTH_MAX,
  type Gender,
  genderLabels,
  productStatusLabels,
  TAGS_LENGTH_MAX,
  TYPE_LENGTH_MAX,
} from "../product-fields.ts";
import { type FileColumn, nameOf, ownAttributes } from "./file-columns.ts";
import { cell, type FileRow, type Group, groupsOf, type Note, type RowProblem } from "./file-rows.ts";
import { plainText } from "./html-text.ts";
import {
  codesOf,
  optionNames,
  quantityOf,
  setNameOf,
  stockAtExportOf,
  variantsOf,
  wrongOptions,
} from "./read-options.ts";
import { amount, pricesOf } from "./read-prices.ts";
import { GRAMS_PER_OZ, shopifyGenders } from "./write-rows.ts";

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
  /** What its options cost of their own, in the same order. */
  prices?: PriceTexts[];
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

/** `origin`: with which exports have the addresses of pictures. */
export type OwnShop = { origin: string; categories: readonly CategoryChoice[] };

export function readRows(given: readonly FileRow[], { origin, categories }: OwnShop): FileProducts {
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
      categories,
    });
    for (const image of product?.images ?? [])
      if (image.url.startsWith(`${origin}/`)) image.url = image.url.slice(origin.length);
    if (product && result.problems.length === problemsBefore) result.rows.push(product);
  }
  return result;
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
  tell("tags", (tags) => (isOwn ? tags : [...tags].slice(0, TAGS_LENGTH_MAX).join("")));
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
  const priced = has("price") ? pricesOf(variants, group) : null;
  Object.assign(texts, priced?.texts);
  const product: ImportRow = {
    line,
    id,
    texts,
    optionLines: variants.map((row) => row.line),
    codes: {},
    ...(priced?.prices && { prices: priced.prices }),
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

/** The file's own category counts before the words of a name or a type. null: the file tells none. */
function categoryOf({ isOwn, has, said, note, categories }: Group): string | null {
  const own = said("category");
  const told = categoryInFile(own, categories);
  if (told) return told.id;
  if (isOwn) return has("category") ? own : null;
  const guessed = guessCategory([said("name"), said("type"), own, said("tags")].join(" "), categories);
  if (guessed) return guessed.id;
  const usual = usualCategory(categories);
  note("type", `None of your categories by its words: it comes as ${usual?.name}`);
  return usual?.id ?? null;
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

/** Shopify writes 0 where nothing was weighed. What is no weight is left for the form to refuse. */
function ouncesOf(grams: string, isOwn: boolean): string {
  const ounces = Math.round((Number(grams) / GRAMS_PER_OZ) * 10) / 10;
  if (ounces > 0 && ounces <= 10_000) return String(ounces);
  return isOwn && ounces !== 0 ? grams : "";
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
