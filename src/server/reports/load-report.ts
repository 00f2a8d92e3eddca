import { sumsOfReport } from "#domain/reports/kept-sums.ts";
import { type DaysOf, hasSingleDays } from "#domain/reports/report-period.ts";
import { parseReportSearch, type ReportSearch, type SalesReport } from "#domain/reports/sales-report.ts";
import { nowOf, type Shop } from "../shop.ts";
import { type Asked, findReport, recountReportDays } from "./queries.ts";

/** More rows are in the file. */
export const REPORT_ROWS_SHOWN = 200;
/** Days that whoever reads a report waits for; the worker counts more. */
const DAYS_PER_READ = 7;
const DAYS_PER_STEP = 20;

/** The sales report that a URL asks for, up to the order of this moment. Two statements, seldom three (findReport). */
export async function loadReport(
  shop: Shop,
  params: URLSearchParams,
): Promise<{ search: ReportSearch; today: string; report: SalesReport }> {
  const { search, today, timeZone, asked } = await askReport(shop, params);
  const found = await findReport(shop.db, asked, REPORT_ROWS_SHOWN);
  return { search, today, report: { ...found, isByMonth: asked.isByMonth, timeZone } };
}

/** What a URL asks for. One statement. */
export async function askReport(
  shop: Shop,
  params: URLSearchParams,
): Promise<{ search: ReportSearch; today: string; timeZone: string; asked: Asked }> {
  const { today, timeZone, first, last } = await recountReportDays(shop.db, nowOf(shop), DAYS_PER_READ);
  const search = parseReportSearch(params, today);
  const { kind, days } = search;
  const isByMonth = !hasSingleDays(days);
  const rows = kind !== "day" ? "of all" : isByMonth ? "of months" : "of days";
  const sums = sumsOfReport(days, rows, first && last ? { from: first, to: last } : null);
  return { search, today, timeZone, asked: { kind, days, isByMonth, sums } };
}

/**
 * Adds up what has changed of these days, or of all, a few at a time. Run by the worker, so that a report finds few days that
 * have changed; after a new time zone these are all.
 */
export async function countReports(shop: Shop, signal?: AbortSignal, days?: DaysOf): Promise<void> {
  const count = () => recountReportDays(shop.db, nowOf(shop), DAYS_PER_STEP, days);
  while (!signal?.aborted && (await count()).left > 0);
}
