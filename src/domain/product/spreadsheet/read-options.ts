// The options of a product in a file, with their units and codes. Those of another shop may be of several kinds at once.
import { type CodeName, parseCode } from "../options/item-codes.ts";
import { OPTION_LENGTH_MAX, OPTIONS_MAX } from "../options/option-names.ts";
import { optionNameOf } from "../options/rename-options.ts";
import { OPTION_NAME, OPTION_NAME_LENGTH_MAX } from "../product-fields.ts";
import { parseQuantity, QUANTITY_MAX } from "../product-form.ts";
import { cell, type FileRow, flag, type Group } from "./file-rows.ts";

/** Rows that are options; others only bring a picture. A product without any is its first row. */
export function variantsOf(rows: FileRow[]): FileRow[] {
  const variants = rows.filter((row) => cell(row, "option") !== "" || cell(row, "price") !== "");
  return variants.length > 0 ? variants : rows.slice(0, 1);
}

export const optionColumns = [
  ["optionName", "option"],
  ["option2Name", "option2"],
  ["option3Name", "option3"],
] as const;
export type OptionColumns = readonly (typeof optionColumns)[number][];

const DEFAULT_TITLE = "default title";
export const isDefault = (value: string) => value === "" || value.toLowerCase() === DEFAULT_TITLE;

/** "Navy / M" where several things are chosen; a thing that is the same for all is left out. `kept`: what the names are of. */
export function optionNames(
  variants: FileRow[],
  { columns, note }: Group,
): { names: string[]; kept: OptionColumns } {
  const used = columns.filter(([, value]) => variants.some((row) => cell(row, value) !== ""));
  if (variants.length === 1 && used.every(([, value]) => isDefault(cell(variants[0], value))))
    return { names: [], kept: [] };
  const varied = used.filter(([, value]) => new Set(variants.map((row) => cell(row, value))).size > 1);
  const kept = varied.length > 0 ? varied : used.slice(0, 1);
  for (const [, value] of used.filter((each) => !kept.includes(each))) {
    const same = cell(variants[0], value);
    if (!isDefault(same)) note(value, `“${short(same)}” was skipped: all options share it`);
  }
  const whole = variants.map((row) =>
    kept
      .map(([, value]) => cell(row, value))
      .join(" / ")
      .replaceAll("|", "/"),
  );
  if (kept.length > 1) note("option2Name", `Its options become one list: ${whole.slice(0, 3).join(", ")} …`);
  const long = whole.findIndex((each) => [...each].length > OPTION_LENGTH_MAX);
  if (long >= 0)
    note("option", `Option names are shortened to ${OPTION_LENGTH_MAX} characters`, variants[long]?.line);
  const names = whole.map((each) => [...optionNameOf(each)].slice(0, OPTION_LENGTH_MAX).join("").trim());
  return { names, kept };
}

/** What a list of options may not be. */
export function wrongOptions(names: string[]): string | null {
  if (names.length > OPTIONS_MAX)
    return `${names.length.toLocaleString("en-US")} options are too many: a product has at most ${OPTIONS_MAX}. Split it into several products`;
  if (names.some((name) => name === "")) return "One row has a price but no option";
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  return repeated === undefined ? null : `Two rows have the option “${repeated}”`;
}

/** Of the whole set: "Size". What Shopify calls "Title" has no name. */
export function setNameOf({ isOwn, said }: Group, kept: OptionColumns): string {
  const name = kept.map(([column]) => said(column)).find(Boolean) ?? "";
  if (isOwn) return name;
  const isUsable =
    name !== "" && name.toLowerCase() !== "title" && [...name].length <= OPTION_NAME_LENGTH_MAX;
  return isUsable ? name : OPTION_NAME;
}

/** Of a new product, what is no quantity is none; Shopify counts below zero what was sold without being there. */
export function quantityOf(row: FileRow, { isOwn, note }: Group): string {
  const written = cell(row, "stock").replace(/\.0+$/, "");
  const typed = /^\d{1,3}(,\d{3})+$/.test(written) ? written.replaceAll(",", "") : written;
  if (isOwn || parseQuantity(typed) !== null) return typed;
  if (typed !== "") {
    const most = QUANTITY_MAX.toLocaleString("en-US");
    note("stock", `A quantity of “${short(typed)}” was set to 0: it must be from 0 to ${most}`, row.line);
  }
  return "0";
}

/** Wrong ones of a new product are left out. */
export function codesOf(variants: FileRow[], name: CodeName, group: Group): string[] {
  const { isOwn, note } = group;
  return variants.map((row) => {
    const given = cell(row, name);
    // A spreadsheet keeps zeros in front behind an apostrophe.
    const typed = isOwn && name !== "gtin" ? given : given.replace(/^'/, "");
    if (name !== "gtin" && ROUNDED.test(typed)) {
      flag(group)(
        name,
        `“${short(typed)}” was rounded by a spreadsheet. Format the column as text`,
        row.line,
      );
      return "";
    }
    const parsed = parseCode(name, typed);
    if (isOwn || parsed.ok) return typed;
    note(name, `“${short(typed)}” was skipped: ${parsed.message}`, row.line);
    return "";
  });
}

/** "9.40551E+21": its last digits are lost. */
const ROUNDED = /^\d([.,]\d+)?E\+\d{2,}$/;

const short = (text: string) => [...text].slice(0, 20).join("");

/** "S=3|M=0" → the units of each option; "=4" → those of a product without options. */
export function stockAtExportOf(text: string): Map<string, string> {
  const parts = text.split("|").map((part) => {
    const at = part.lastIndexOf("=");
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  return new Map(parts.filter(([, quantity]) => /^\d+$/.test(quantity)));
}

/** A row that is neither an option nor the whole product brings a picture, and nothing else. */
export function noteLostCells(rows: FileRow[], variants: FileRow[], group: Group): void {
  const told = new Set(variants);
  for (const row of rows.filter((each) => !told.has(each)))
    for (const column of ["stock", "compareAt", "sku", "gtin", "mpn"] as const)
      if (cell(row, column) !== "")
        flag(group)(column, "The row has neither a price nor an option, so this was skipped", row.line);
}
