// The rows of a file, and which of them are one product.
import type { CategoryChoice } from "../../category/category.ts";
import { plainCell } from "../../text/csv.ts";
import { photoKey } from "../drafts/photo-names.ts";
import { hasLines, textOf } from "../product-edit.ts";
import { type FileColumn, nameOf } from "./file-columns.ts";

/** The cells of one row by column. A column that the file lacks is absent. */
export type FileRow = { line: number; cells: Partial<Record<FileColumn, string>> };

/** A note or a problem. `column` is "" if it concerns the whole row. */
export type RowProblem = { line: number; column: string; message: string };

/** Tells of the product's first row, unless it says another line. */
export type Note = (column: FileColumn, message: string, line?: number) => unknown;
/** The rows of one product. */
export type Group = {
  rows: FileRow[];
  isOwn: boolean;
  has: (column: FileColumn) => boolean;
  /** What its first row says that says anything. */
  said: (column: FileColumn) => string;
  note: Note;
  refuse: Note;
  categories: readonly CategoryChoice[];
};

/** A row without an ID is of the product with its handle, as one that was added for a new option. */
export function groupsOf(given: readonly FileRow[], problems: RowProblem[]): Iterable<FileRow[]> {
  const groups = new Map<string, FileRow[]>();
  const idOfHandle = new Map(
    given.filter((row) => cell(row, "id") !== "").map((row) => [handleOf(row), keyOfId(row)]),
  );
  idOfHandle.delete("");
  for (const row of given) {
    const handle = handleOf(row);
    const ofNew = idOfHandle.get(handle) ?? (handle || photoKey(cell(row, "name")));
    const key = cell(row, "id") === "" ? ofNew : keyOfId(row);
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

const handleOf = (row: FileRow) => cell(row, "handle").toLowerCase();
/** No handle begins so. */
const keyOfId = (row: FileRow) => `ID ${cell(row, "id").toLowerCase()}`;

/** A cell as the form would hold it. */
export function cell(row: FileRow | undefined, column: FileColumn): string {
  const text = plainCell(row?.cells[column] ?? "");
  return textOf(text, hasLines(column)).trim();
}
