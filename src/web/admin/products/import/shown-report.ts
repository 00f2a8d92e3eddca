// What the import page shows of a file: the first rows and problems of a long one, and the counts of all.
import type { FieldChange } from "#domain/product/product-changes.ts";
import type { RowProblem } from "#domain/product/spreadsheet/file-rows.ts";
import type { PlannedRow } from "#domain/product/spreadsheet/plan-import.ts";
import type { ImportCheck, LeftOut } from "#server/products/spreadsheet/check-import.ts";

export const ROWS_SHOWN_MAX = 200;

export type ImportRowShown = {
  line: number;
  name: string;
  action: "create" | "change";
  changes: FieldChange[];
  hasNamesake: boolean;
};

export type ImportReport = {
  /** Names the import; null when there is nothing to import, or a problem prevents it. */
  id: string | null;
  counts: { create: number; change: number; keep: number; skipped: number; problems: number };
  rows: ImportRowShown[];
  problems: RowProblem[];
  /** Why new products are left out. */
  skipped: RowProblem[];
  /** What comes otherwise or not at all; `noteCount`: of how many notes these are the first. */
  leftOut: Omit<LeftOut, "skipped"> & { noteCount: number };
};

/** What prevents an import, in one line. */
export function conflictText(conflicts: RowProblem[]): string {
  const shown = conflicts
    .slice(0, CONFLICTS_SHOWN_MAX)
    .map(({ line, message }) => `Line ${line}: ${message}.`);
  const rest = conflicts.length - shown.length;
  return [...shown, ...(rest > 0 ? [`And ${rest} more.`] : []), "Review the rows again."].join(" ");
}

const CONFLICTS_SHOWN_MAX = 5;

export function countOf(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}

export function reportOf({ id, rows, problems, leftOut }: ImportCheck): ImportReport {
  const count = (action: PlannedRow["action"]) => rows.filter((row) => row.action === action).length;
  const counts = { create: count("create"), change: count("change"), keep: count("keep") };
  const changing = rows.filter((row) => row.action !== "keep").slice(0, ROWS_SHOWN_MAX);
  const shown = changing.map((row): ImportRowShown => {
    const { line, name, action } = row;
    if (action === "create") return { line, name, action, changes: [], hasNamesake: row.hasNamesake };
    return { line, name, action, changes: row.changes, hasNamesake: false };
  });
  return {
    id,
    counts: { ...counts, skipped: leftOut.skipped.length, problems: problems.length },
    rows: shown,
    problems: problems.slice(0, ROWS_SHOWN_MAX),
    skipped: leftOut.skipped.flatMap(({ reasons }) => reasons).slice(0, ROWS_SHOWN_MAX),
    leftOut: {
      pictures: leftOut.pictures,
      photoName: leftOut.photoName,
      ignored: leftOut.ignored.slice(0, ROWS_SHOWN_MAX),
      notes: leftOut.notes.slice(0, ROWS_SHOWN_MAX),
      noteCount: leftOut.notes.length,
    },
  };
}
