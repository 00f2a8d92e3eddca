// What a file of tracking numbers does, and did: a line for each of its rows.
import type { JudgedRow } from "#domain/order/packing/tracking-csv.ts";
import type { AppliedTracking } from "#server/orders/packing/import-tracking.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";
import { bulkLine } from "../bulk/bulk-lines.ts";
import { ordersText } from "../order-texts.ts";

/** One row of a file, in words. `ok: null`: nothing to do. */
export type TrackingLine = { line: number; order: string; ok: boolean | null; text: string };

export type TrackingFile = {
  notice: Notice;
  lines: TrackingLine[];
  /** The rows that can be entered, as a file; null when there is none, and after they were entered. */
  file: string | null;
  /** How many orders the file ships. */
  count: number;
};

export function refusedFile(notice: Notice): TrackingFile {
  return { notice, lines: [], file: null, count: 0 };
}

/** What a checked file would do; nothing is done yet. Rows that need a hand come first. */
export function checkedAnswer({ rows, file }: { rows: JudgedRow[]; file: string }): TrackingFile {
  const count = rows.filter(({ does }) => does === "ship").length;
  const refused = rows.filter(({ does }) => does === "refused").length;
  const lines = sorted(rows.map(checkedLine));
  if (count === 0 && refused === 0)
    return {
      notice: success("Nothing to enter", "Every number of this file is entered already."),
      ...{ lines, file: null, count },
    };
  const rest = refused > 0 ? ` ${rowsText(refused)} can't be entered.` : "";
  const title = count > 0 ? `${ordersText(count)} can be shipped` : "No order can be shipped with this file";
  const notice = count > 0 ? success(title, `Nothing is shipped yet.${rest}`) : failure(title, rest.trim());
  return { notice, lines, file: count > 0 ? file : null, count };
}

function checkedLine(row: JudgedRow): TrackingLine {
  const { line, order } = row;
  if (row.does === "refused") return { line, order, ok: false, text: row.reason };
  if (row.does === "nothing") return { line, order, ok: null, text: "This number is entered already." };
  return { line, order, ok: true, text: `${row.carrier} ${row.trackingNumber} for ${row.customerName}` };
}

/** The outcome of each row. */
export function appliedAnswer({ rows, results }: AppliedTracking): TrackingFile {
  const byOrder = new Map(results.map(({ orderId, result }) => [orderId, result]));
  const lines = rows.map((row) => {
    const result = row.does === "ship" ? byOrder.get(row.id) : undefined;
    if (row.does !== "ship" || !result) return checkedLine(row);
    const { ok, text } = bulkLine("shipped", { id: row.id, number: 0 }, result);
    return { line: row.line, order: row.order, ok, text };
  });
  const done = results.filter(({ result }) => result.ok).length;
  const refused = lines.filter(({ ok }) => ok === false).length;
  const title = `${ordersText(done)} shipped`;
  const notice =
    refused === 0
      ? success(
          title,
          done > 0 ? "We emailed the customers their tracking numbers." : "All numbers were already entered.",
        )
      : failure(title, `${rowsText(refused)} could not be entered. See the reasons below.`);
  return { notice, lines: sorted(lines), file: null, count: 0 };
}

function sorted(lines: TrackingLine[]): TrackingLine[] {
  return lines.sort((a, b) => Number(a.ok !== false) - Number(b.ok !== false) || a.line - b.line);
}

function rowsText(count: number): string {
  return count === 1 ? "1 row" : `${count} rows`;
}
