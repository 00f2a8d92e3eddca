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
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The text that `csvCell` was given, from its unquoted cell. Other cells are returned unchanged. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
