// Cells of CSV files for spreadsheets. A spreadsheet runs a cell that begins like a formula, and names and
// postal addresses come from strangers. Such a text gets a leading apostrophe, which spreadsheets read as "this
// is text". Reading removes exactly that apostrophe, so every text survives an export and an import.

/** Begins like a formula, perhaps after blanks. Leading apostrophes may be ours. */
const FORMULA = /^'*[\s\p{C}]*[=+\-@\t\r|%＝＋－＠]/u;

/** The byte order mark tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** A number stays one, also below zero: it is no text that a stranger could have made a formula of. */
export function csvLine(cells: (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === "number" ? String(cell) : csvCell(cell))).join(",")}\r\n`;
}

/** One cell: never a formula, and in quotes where needed. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return inQuotes(harmless);
}

/**
 * One line of a file that a program reads, where an apostrophe would become part of the data. A text that would be a
 * formula, should the file be opened in a spreadsheet after all, gets a blank in front, which programs trim.
 */
export function programCsvLine(cells: (string | number)[]): string {
  return `${cells.map((cell) => inQuotes(asProgramText(String(cell)))).join(",")}\r\n`;
}

const asProgramText = (text: string) => (FORMULA.test(text) && !text.startsWith(" ") ? ` ${text}` : text);

function inQuotes(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Digits that are no number, such as the ZIP code 02138: a spreadsheet would drop the zeros in front. */
export function keptDigits(digits: string): string {
  return /^0\d+$/.test(digits) ? `'${digits}` : digits;
}

/** The text that `csvCell` was given, from its unquoted cell; and of `="0123"`, which keeps a spreadsheet from rounding. */
export function plainCell(cell: string): string {
  if (cell.startsWith("'") && FORMULA.test(cell.slice(1))) return cell.slice(1);
  return KEPT_AS_TEXT.exec(cell)?.[1] ?? cell;
}

const KEPT_AS_TEXT = /^="([^"]*)"$/;
