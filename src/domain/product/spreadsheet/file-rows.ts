// The rows of a file, and which of them are one product.
import type { CategoryChoice } from "../../category/category.ts";
import { plainCell } from "../../text/csv.ts";
import { isUuid } from "../../text/uuid.ts";
import { photoKey } from "../drafts/photo-names.ts";
import { hasLines, textOf } from "../product-form.ts";
import { type FileColumn, nameOf } from "./file-columns.ts";
import type { OptionColumns } from "./read-options.ts";

/** The cells of one row by column. A column that the file lacks is absent. `flaw`: why it can't be read as it was meant. */
export type FileRow = { line: number; cells: Partial<Record<FileColumn, string>>; flaw?: string };

/** A note or a problem. `column` is "" if it concerns the whole row. */
export type RowProblem = { line: number; column: string; message: string };

/** Tells of the product's first row, unless it says another line. Without a column: of the whole row. */
export type Note = (column: FileColumn | "", message: string, line?: number) => unknown;
/** The rows of one product. */
export type Group = {
  rows: FileRow[];
  /** It has an ID of this shop. */
  isOwn: boolean;
  /** Where its options stand. */
  columns: OptionColumns;
  has: (column: FileColumn) => boolean;
  /** What its first row says that says anything. */
  said: (column: FileColumn) => string;
  /** What comes otherwise than the file has it. */
  note: Note;
  /** Why the product can't be imported. */
  refuse: Note;
  categories: readonly CategoryChoice[];
};

/** What a file of this shop must not have; a product of another one comes without it. */
export function flag({ isOwn, refuse, note }: Group): Note {
  return isOwn ? refuse : note;
}

/**
 * A row without an ID is of the product with its handle, as one that was added for a new option. `lost`: rows of no
 * product.
 */
export function groupsOf(given: readonly FileRow[], lost: RowProblem[]): Iterable<FileRow[]> {
  const groups = new Map<string, FileRow[]>();
  const idOfHandle = new Map(
    given.filter((row) => idOf(row) !== "").map((row) => [handleOf(row), keyOfId(row)]),
  );
  idOfHandle.delete("");
  for (const row of given) {
    const handle = handleOf(row);
    const ofNew = idOfHandle.get(handle) ?? (handle || photoKey(cell(row, "name")));
    const key = idOf(row) === "" ? ofNew : keyOfId(row);
    if (key === "") {
      const message = "The row has neither ID, handle, nor title";
      lost.push({ line: row.line, column: nameOf("handle"), message });
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
const keyOfId = (row: FileRow) => `ID ${idOf(row)}`;

/** In lower case; "" for none, and for an ID of another shop. */
export function idOf(row: FileRow): string {
  const id = cell(row, "id").toLowerCase();
  return isUuid(id) ? id : "";
}

/** A cell as the form would hold it. */
export function cell(row: FileRow | undefined, column: FileColumn): string {
  const text = plainCell(row?.cells[column] ?? "");
  return textOf(text, hasLines(column)).trim();
}
