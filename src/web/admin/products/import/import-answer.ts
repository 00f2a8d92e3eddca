// The answers of the import page: the first rows and problems of a long file, and the counts of all.
import type { FieldChange } from "#domain/product/product-changes.ts";
import type { RowProblem } from "#domain/product/spreadsheet/file-rows.ts";
import type { PlannedRow } from "#domain/product/spreadsheet/plan-import.ts";
import type { ImportCheck, LeftOut } from "#server/products/spreadsheet/check-import.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";

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

export type ImportAnswer = {
  notice: Notice | null;
  report: ImportReport | null;
  /** The pasted text, for a browser without scripts to show again. */
  text: string;
};

export function checkedAnswer(check: ImportCheck, text: string, notice: Notice | null = null): ImportAnswer {
  return { notice, report: reportOf(check), text };
}

export function refusedAnswer(title: string, description: string, text: string): ImportAnswer {
  return { notice: failure(title, description), report: null, text };
}

export function importedAnswer({ created, changed }: { created: number; changed: number }): ImportAnswer {
  const description = `${countOf(created, "product")} created, ${countOf(changed, "product")} changed.`;
  return { notice: success("Import finished", description), report: null, text: "" };
}

/** Nothing was written: what prevents the import, and what the file would do now. */
export function changedAnswer(conflicts: RowProblem[], check: ImportCheck): ImportAnswer {
  const shown = conflicts
    .slice(0, CONFLICTS_SHOWN_MAX)
    .map(({ line, message }) => `Line ${line}: ${message}.`);
  const rest = conflicts.length - shown.length;
  const description = [...shown, ...(rest > 0 ? [`And ${rest} more.`] : []), "Look through the rows again."];
  return checkedAnswer(check, "", failure("Nothing was imported", description.join(" ")));
}

const CONFLICTS_SHOWN_MAX = 5;

export function countOf(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}

function reportOf({ id, rows, problems, leftOut }: ImportCheck): ImportReport {
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
