// Cells of CSV files that spreadsheets open. A spreadsheet runs a cell that begins like a formula, and names
// and addresses come from strangers: such a text gets an apostrophe in front, which spreadsheets take as
// "this is text". Reading takes exactly that apostrophe off again, so every text survives the way out and in.

/** Begins like a formula. Blanks in front don't hide it; apostrophes in front may be ours. */
const FORMULA = /^'*[\s\p{C}]*[=+\-@\t\r|%＝＋－＠]/u;

/** The byte order mark tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

export function csvLine(cells: (string | number)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(",")}\r\n`;
}

/** One cell: no formula, and in quotes where it has to be. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What `csvCell` was given, from an unquoted cell of its making. Other cells stay as they are. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
