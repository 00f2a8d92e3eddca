import { reportCsvHead, reportCsvLine, reportCsvSum } from "#domain/reports/report-csv.ts";
import type { ReportRow } from "#domain/reports/sales-report.ts";
import type { Shop } from "../shop.ts";
import { loadReport, REPORT_ROWS_SHOWN } from "./load-report.ts";
import { findReport } from "./queries.ts";

const ROWS_PER_READ = 1000;

export type ReportFile = { fileName: string; pieces: AsyncGenerator<string> };

/** The report as a CSV file: the rows of the page where it shows all of them, otherwise all rows by their keys. */
export async function exportReport(shop: Shop, params: URLSearchParams): Promise<ReportFile> {
  const { search, report } = await loadReport(shop, params);
  const { kind, days } = search;
  const { isByMonth } = report;
  const told = (rows: readonly ReportRow[]) =>
    rows.map((row) => reportCsvLine(row, kind, isByMonth)).join("");
  async function* pieces(): AsyncGenerator<string> {
    yield reportCsvHead(kind, isByMonth);
    if (report.count <= REPORT_ROWS_SHOWN) yield told(report.rows);
    let after: { key: string | null } | null = report.count <= REPORT_ROWS_SHOWN ? null : { key: null };
    while (after) {
      const { rows }: { rows: ReportRow[] } = await findReport(
        shop.db,
        { kind, days, isByMonth },
        { limit: ROWS_PER_READ, after },
      );
      yield told(rows);
      const last = rows.at(-1);
      after = rows.length === ROWS_PER_READ && last ? { key: last.key } : null;
    }
    yield reportCsvSum(report.sum, kind);
  }
  return { fileName: `report-by-${kind}-${days.from}-to-${days.to}.csv`, pieces: pieces() };
}
