import { reportCsvHead, reportCsvLine, reportCsvSum } from "#domain/reports/report-csv.ts";
import type { Shop } from "../core/shop.ts";
import { loadReport } from "./load-report.ts";

/** More than a shop has variants, states, discounts, or days in a report. */
const FILE_ROWS_MAX = 200_000;

export type ReportFile = { fileName: string; chunks: AsyncGenerator<string> };

/** The report as a CSV file: all rows in the order of the page, and their sum. */
export async function exportReport(shop: Shop, params: URLSearchParams): Promise<ReportFile> {
  const { search, report } = await loadReport(shop, params, { limit: FILE_ROWS_MAX });
  const { kind, days } = search;
  async function* chunks(): AsyncGenerator<string> {
    yield reportCsvHead(kind, report.isByMonth);
    for (const row of report.rows) yield reportCsvLine(row, kind, report.isByMonth);
    yield reportCsvSum(report.sum, kind);
  }
  return { fileName: `report-by-${kind}-${days.from}-to-${days.to}.csv`, chunks: chunks() };
}
