import { hasSingleDays } from "#domain/reports/report-period.ts";
import { parseReportSearch, type ReportSearch, type SalesReport } from "#domain/reports/sales-report.ts";
import { nowOf, type Shop } from "../shop.ts";
import { findReport, recountReportDays } from "./queries.ts";

/** More rows are in the file. */
export const REPORT_ROWS_SHOWN = 200;
/** Days that whoever reads a report waits for; the worker counts more. */
const DAYS_PER_READ = 7;
const DAYS_PER_STEP = 20;

/** The sales report that a URL asks for, up to the order of this moment. Two statements. */
export async function loadReport(
  shop: Shop,
  params: URLSearchParams,
): Promise<{ search: ReportSearch; today: string; report: SalesReport }> {
  const { today, timeZone } = await recountReportDays(shop.db, nowOf(shop), DAYS_PER_READ);
  const search = parseReportSearch(params, today);
  const isByMonth = !hasSingleDays(search.days);
  const found = await findReport(shop.db, { ...search, isByMonth }, { limit: REPORT_ROWS_SHOWN });
  return { search, today, report: { ...found, isByMonth, timeZone } };
}

/** Run by the worker, so that a report finds few days that have changed; after a new time zone these are all. */
export async function countReports(shop: Shop, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await recountReportDays(shop.db, nowOf(shop), DAYS_PER_STEP)).left > 0);
}
