// Reads CSV files as spreadsheets write them: lines end in "\n", cells are separated by commas, semicolons, or tabs. One bad
// row never hides the others: what is wrong with it stands in its `flaw`, and the next row is read as it is. Each
// character is looked at once, so the time a file takes depends on its length alone, whatever it is made of.

/** `flaw`: why the row can't be taken as it was meant; null for a good one. */
export type CsvRow = { line: number; cells: string[]; flaw: string | null };

/** Cells of a row beyond these are not read, so that a row of a million commas costs no memory. */
export const CSV_COLUMNS_MAX = 500;

export const openQuote = "A quotation mark is opened here but never closed";
export const strayQuote =
  "A quotation mark is out of place. Put the whole cell in quotation marks, and double those inside it";

export type CsvDialect = { separator: string; start: number; line: number };

/** What Excel's first line "sep=;" says, or the separator with which the first line names most known columns. */
export function csvDialect(text: string, isColumn: (title: string) => boolean): CsvDialect {
  const [said, separator] = /^sep=([,;\t])\n/i.exec(text) ?? [];
  if (said && separator) return { separator, start: said.length, line: 2 };
  const counts = [",", ";", "\t"].map((each) => {
    const [head] = csvRows(text.trimStart(), { separator: each, start: 0, line: 1 });
    return { each, count: head?.cells.filter(isColumn).length ?? 0 };
  });
  const best = counts.reduce((most, next) => (next.count > most.count ? next : most));
  return { separator: best.each, start: 0, line: 1 };
}

/** All rows in their order, blank ones among them: after any of them the caller may stop, or let others take a turn. */
export function* csvRows(text: string, dialect: CsvDialect): Generator<CsvRow> {
  const { separator } = dialect;
  let { start: at, line } = dialect;
  while (at < text.length) {
    const row: CsvRow = { line, cells: [], flaw: null };
    for (let isRowOpen = true; isRowOpen; ) {
      const cell = readCell(text, at, separator);
      if (row.cells.length <= CSV_COLUMNS_MAX) row.cells.push(cell.value);
      row.flaw ??= cell.flaw;
      line += cell.lines;
      isRowOpen = text[cell.end] === separator;
      at = cell.end + 1;
    }
    line += 1;
    yield row;
  }
}

export function isBlankRow({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** `end`: where the separator or the line's end stands; `lines`: how many ends of lines are inside the cell. */
type Cell = { value: string; end: number; lines: number; flaw: string | null };

function readCell(text: string, start: number, separator: string): Cell {
  const quoted = text[start] === '"' ? readQuoted(text, start) : null;
  if (quoted) {
    const end = endOfPlain(text, quoted.end, separator);
    const behind = text.slice(quoted.end, end).trim();
    if (behind === "") return { ...quoted, end, flaw: null };
    // Over several lines it has met the first quote of another row.
    if (quoted.lines === 0) return { ...quoted, value: quoted.value + behind, end, flaw: strayQuote };
  }
  const end = endOfPlain(text, start, separator);
  const flaw = text[start] === '"' ? openQuote : null;
  return { value: text.slice(start, end), end, lines: 0, flaw };
}

/** Null when the quote is never closed: then no other one follows but doubled ones, so that is found out once. */
function readQuoted(text: string, start: number): Omit<Cell, "flaw"> | null {
  let value = "";
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    value += text.slice(from, quote);
    from = quote + 1;
    if (text[from] !== '"') return { value, end: from, lines: countLines(value) };
    value += '"';
    from += 1;
  }
}

function endOfPlain(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
  return end;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
