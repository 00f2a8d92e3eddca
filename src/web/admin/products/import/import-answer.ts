// The answers of the import page: the first rows and problems of a long file, and the counts of all.
import type { FieldChange } from "#domain/product/product-edit.ts";
import type { PlannedRow, RowProblem } from "#domain/product/product-import.ts";
import type { ImportCheck } from "#server/products/spreadsheet/check-import.ts";
import type { ShopifyFile } from "#server/products/spreadsheet/read-product-csv.ts";
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
  counts: { create: number; change: number; keep: number; problems: number };
  rows: ImportRowShown[];
  problems: RowProblem[];
  /** What of a file of Shopify's comes otherwise or not at all; `noteCount`: of how many notes these are the first. */
  shopify: (ShopifyFile & { noteCount: number }) | null;
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

function reportOf({ id, rows, problems, shopify }: ImportCheck): ImportReport {
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
    counts: { ...counts, problems: problems.length },
    rows: shown,
    problems: problems.slice(0, ROWS_SHOWN_MAX),
    shopify: shopify && {
      ...shopify,
      ignored: shopify.ignored.slice(0, ROWS_SHOWN_MAX),
      notes: shopify.notes.slice(0, ROWS_SHOWN_MAX),
      noteCount: shopify.notes.length,
    },
  };
}
