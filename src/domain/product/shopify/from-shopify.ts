// Rows of a Shopify file become rows of this shop's own: all rows with one handle are one product with its options. What
// can't be as it was there is told, line by line, before anything is imported. Pure, so that the look at a file and the
// import itself read alike.
import { formatMoney } from "../../money/money.ts";
import { parseDollars } from "../../money/money-input.ts";
import { guessedLabel, photoKey, tellsCategory } from "../drafts/photo-names.ts";
import { parseCode } from "../options/item-codes.ts";
import { OPTION_LENGTH_MAX, OPTIONS_MAX } from "../options/option-names.ts";
import type { ProductCells } from "../product-csv.ts";
import { DESCRIPTION_LENGTH_MAX, OPTION_NAME } from "../product-fields.ts";
import { parseQuantity, QUANTITY_MAX } from "../product-form.ts";
import type { ImportRow, RowProblem } from "../product-import.ts";
import { plainText } from "./plain-text.ts";
import type { ShopifyColumn } from "./shopify-columns.ts";

/** A row of such a file; columns that it lacks are "". */
export type ShopifyRow = { line: number; cells: Partial<Record<ShopifyColumn, string>> };

export type FromShopify = {
  rows: ImportRow[];
  problems: RowProblem[];
  /** What differs from what it was there, and does not prevent the import. */
  notes: RowProblem[];
  /** Pictures that are not taken. */
  pictures: number;
  /** The name that a photo of the first product with pictures must have to be found; "" without pictures. */
  photoName: string;
};

const DEFAULT_TITLE = "default title";
const OZ_PER_GRAM = 1 / 28.349_523_125;

/** Pure. A product is on the line of its first row. */
export function fromShopify(given: readonly ShopifyRow[]): FromShopify {
  const result: FromShopify = { rows: [], problems: [], notes: [], pictures: 0, photoName: "" };
  const groups = new Map<string, ShopifyRow[]>();
  for (const row of given) {
    const handle = cell(row, "handle").toLowerCase() || photoKey(cell(row, "title"));
    if (handle === "") {
      result.problems.push({
        line: row.line,
        column: "Handle",
        message: "The row has neither handle nor title",
      });
      continue;
    }
    const group = groups.get(handle);
    if (group) group.push(row);
    else groups.set(handle, [row]);
  }
  for (const rows of groups.values()) {
    const product = productOf(rows, result);
    if (product) result.rows.push(product);
    const pictures = new Set(rows.map((row) => cell(row, "image")).filter(Boolean)).size;
    result.pictures += pictures;
    if (pictures > 0 && product) result.photoName ||= `${photoKey(product.cells.Name ?? "")}-1.jpg`;
  }
  return result;
}

function cell(row: ShopifyRow | undefined, column: ShopifyColumn): string {
  return (row?.cells[column] ?? "").trim();
}

const optionColumns = [
  ["option1Name", "option1Value", "Option1 Value"],
  ["option2Name", "option2Value", "Option2 Value"],
  ["option3Name", "option3Value", "Option3 Value"],
] as const;

type OptionColumns = readonly (typeof optionColumns)[number][];

function productOf(rows: ShopifyRow[], { problems, notes }: FromShopify): ImportRow | null {
  const [first] = rows;
  if (!first) return null;
  const { line } = first;
  const said = (column: ShopifyColumn) => rows.map((row) => cell(row, column)).find(Boolean) ?? "";
  const note = (column: string, message: string) => notes.push({ line, column, message });
  const name = said("title");
  if (name === "") {
    problems.push({ line, column: "Title", message: "No row of this handle has a title" });
    return null;
  }
  const variants = variantsOf(rows);
  const { names, kept } = optionNames(variants, note);
  const wrong = wrongOptions(names);
  if (wrong !== null) problems.push({ line, column: "Option1 Value", message: wrong });
  const all = [name, said("type"), said("category"), said("tags")].join(" ");
  // A name may speak of both, as "Polo Cap" does; where Shopify's own category tells, it counts.
  const words = tellsCategory(said("category")) ? said("category") : all;
  if (!tellsCategory(words))
    note("Type", `Neither hat nor shirt by its words: it comes as ${guessedLabel(words)}`);
  const description = descriptionOf(said("body"), note);
  const status = said("status").toLowerCase() === "archived" ? "Archived" : "Draft";
  const cells: ProductCells = {
    Name: name,
    Category: guessedLabel(words),
    Status: status,
    Description: description,
    Type: [...said("type")].length <= 40 ? said("type") : "",
    Options: names.join("|"),
    "Option name": optionNameOf(rows, kept),
    Stock: variants.map((row) => stockOf(row, note)).join("|"),
    SKU: codesOf(variants, "sku", note),
    GTIN: codesOf(variants, "barcode", note),
    MPN: codesOf(variants, "mpn", note),
    "Weight (oz)": ouncesOf(said("grams")),
    Cost: amountOf(said("cost")),
    Gender: genders[said("gender").toLowerCase()] ?? "Unisex",
    "Age group": /kid|child/i.test(said("ageGroup")) ? "Kids" : "Adults",
    ...pricesOf(variants, note),
  };
  return { line, cells };
}

type Note = (column: string, message: string) => unknown;

const genders: Readonly<Record<string, string>> = {
  ...{ male: "Men", men: "Men", female: "Women", women: "Women" },
};

/** Rows that are options; others only bring a picture. A product without any is its first row. */
function variantsOf(rows: ShopifyRow[]): ShopifyRow[] {
  const variants = rows.filter((row) => cell(row, "option1Value") !== "" || cell(row, "price") !== "");
  return variants.length > 0 ? variants : rows.slice(0, 1);
}

/** "Navy / M" where several things are chosen; a thing that is the same for all is left out. `kept`: what the names are of. */
function optionNames(variants: ShopifyRow[], note: Note): { names: string[]; kept: OptionColumns } {
  const used = usedOptions(variants);
  if (variants.length === 1 && used.every(([, value]) => isDefault(cell(variants[0], value))))
    return { names: [], kept: [] };
  const varied = used.filter(([, value]) => new Set(variants.map((row) => cell(row, value))).size > 1);
  const kept = varied.length > 0 ? varied : used.slice(0, 1);
  for (const [, value, column] of used.filter((each) => !kept.includes(each))) {
    const same = cell(variants[0], value);
    if (!isDefault(same)) note(column, `“${short(same)}” is left out: all its options have it`);
  }
  const whole = variants.map((row) =>
    kept
      .map(([, value]) => cell(row, value))
      .join(" / ")
      .replaceAll("|", "/"),
  );
  if (kept.length > 1) note("Option2 Name", `Its options become one list: ${whole.slice(0, 3).join(", ")} …`);
  if (whole.some((each) => [...each].length > OPTION_LENGTH_MAX))
    note("Option1 Value", `Names of options are cut after ${OPTION_LENGTH_MAX} characters`);
  const names = whole.map((each) =>
    [...each.replace(/\s+/g, " ")].slice(0, OPTION_LENGTH_MAX).join("").trim(),
  );
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

function usedOptions(variants: ShopifyRow[]) {
  return optionColumns.filter(([, value]) => variants.some((row) => cell(row, value) !== ""));
}

const isDefault = (value: string) => value === "" || value.toLowerCase() === DEFAULT_TITLE;

function optionNameOf(rows: ShopifyRow[], kept: OptionColumns): string {
  const [name = ""] = kept.map(([column]) => rows.map((row) => cell(row, column)).find(Boolean));
  const isUsable = name !== "" && name.toLowerCase() !== "title" && [...name].length <= 24;
  return isUsable ? name : OPTION_NAME;
}

function descriptionOf(body: string, note: Note): string {
  const signs = [...plainText(body)];
  if (signs.length <= DESCRIPTION_LENGTH_MAX) return signs.join("");
  note(
    "Body (HTML)",
    `The description is cut after ${DESCRIPTION_LENGTH_MAX.toLocaleString("en-US")} characters`,
  );
  return signs.slice(0, DESCRIPTION_LENGTH_MAX).join("").trim();
}

/** Shopify counts below zero what was sold without being there. */
function stockOf(row: ShopifyRow, note: Note): string {
  const typed = cell(row, "quantity");
  if (typed === "") return "0";
  const quantity = parseQuantity(typed.replace(/\.0+$/, ""));
  if (quantity !== null) return String(quantity);
  if (!/^-\d+$/.test(typed))
    note(
      "Variant Inventory Qty",
      `“${short(typed)}” pieces are taken as 0, of ${QUANTITY_MAX.toLocaleString("en-US")} at most`,
    );
  return "0";
}

function codesOf(variants: ShopifyRow[], column: "sku" | "barcode" | "mpn", note: Note): string {
  const name = column === "barcode" ? "gtin" : column;
  const codes = variants.map((row) => {
    // A spreadsheet keeps zeros in front behind an apostrophe.
    const typed = cell(row, column).replace(/^'/, "");
    const parsed = parseCode(name, typed);
    if (parsed.ok) return parsed.value;
    note(
      name === "gtin" ? "Variant Barcode" : "Variant SKU",
      `“${short(typed)}” is left out: ${parsed.message}`,
    );
    return "";
  });
  return codes.some(Boolean) ? codes.join("|") : "";
}

const short = (text: string) => [...text].slice(0, 20).join("");

function ouncesOf(grams: string): string {
  const ounces = Math.round(Number(grams) * OZ_PER_GRAM * 10) / 10;
  return ounces > 0 && ounces <= 10_000 ? String(ounces) : "";
}

/** What is no amount is left for the owner to type. */
function amountOf(text: string): string {
  return parseDollars(text) === null ? "" : text;
}

/** This shop has one price for all options of a product: the highest, so that nothing is sold below what it was. */
function pricesOf(variants: ShopifyRow[], note: Note): ProductCells {
  const priced = variants
    .map((row) => ({
      price: parseDollars(cell(row, "price")) ?? 0,
      was: parseDollars(cell(row, "compareAt")) ?? 0,
    }))
    .toSorted((a, b) => b.price - a.price);
  const [dearest] = priced;
  const cheapest = priced.at(-1);
  if (!dearest || !cheapest || dearest.price === 0) return { Price: "", "Sale price": "" };
  if (cheapest.price < dearest.price) {
    const range = `${formatMoney(cheapest.price)} to ${formatMoney(dearest.price)}`;
    note(
      "Variant Price",
      `Its options cost ${range}, and one price counts for all: ${formatMoney(dearest.price)}`,
    );
  }
  const isSale = dearest.was > dearest.price;
  return {
    Price: dollars(isSale ? dearest.was : dearest.price),
    "Sale price": isSale ? dollars(dearest.price) : "",
  };
}

const dollars = (cents: number) => (cents / 100).toFixed(2);
