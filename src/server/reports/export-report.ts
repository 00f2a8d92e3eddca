import { reportCsvHead, reportCsvLine, reportCsvSum } from "#domain/reports/report-csv.ts";
import type { ReportRow } from "#domain/reports/sales-report.ts";
import type { Shop } from "../shop.ts";
import { askReport, countReports, REPORT_ROWS_SHOWN } from "./load-report.ts";
import { findReport, listReportRows } from "./queries.ts";

/** Each read adds up the whole period anew, so a few are better than many. */
const ROWS_PER_READ = 5000;

export type ReportFile = { fileName: string; pieces: AsyncGenerator<string> };

/**
 * The report as a CSV file: the rows of the page where it shows all of them, otherwise all rows by their keys. A file can't
 * say that it will be right in a minute, so all its days are added up first.
 */
export async function exportReport(shop: Shop, params: URLSearchParams): Promise<ReportFile> {
  const { asked } = await askReport(shop, params);
  const { kind, days, isByMonth } = asked;
  const told = (rows: readonly ReportRow[]) =>
    rows.map((row) => reportCsvLine(row, kind, isByMonth)).join("");
  async function* pieces(): AsyncGenerator<string> {
    yield reportCsvHead(kind, isByMonth);
    await countReports(shop, undefined, days);
    const report = await findReport(shop.db, asked, REPORT_ROWS_SHOWN);
    if (report.count <= REPORT_ROWS_SHOWN) yield told(report.rows);
    else yield* all();
    yield reportCsvSum(report.sum, kind);
  }
  async function* all(): AsyncGenerator<string> {
    let after: string | null = null;
    do {
      const rows: ReportRow[] = await listReportRows(shop.db, asked, { limit: ROWS_PER_READ, after });
      yield told(rows);
      after = rows.length === ROWS_PER_READ ? (rows.at(-1)?.key ?? null) : null;
    } while (after !== null);
  }
  return { fileName: `report-by-${kind}-${days.from}-to-${days.to}.csv`, pieces: pieces() };
}
