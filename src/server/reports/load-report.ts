import { hasSingleDays } from "#domain/reports/report-period.ts";
import { parseReportSearch, type ReportSearch, type SalesReport } from "#domain/reports/sales-report.ts";
import { shopDay } from "#domain/text/dates.ts";
import type { Shop } from "../core/shop.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { findCollectionReport } from "./collection-report.ts";
import { findReport } from "./queries.ts";

/** More rows are in the file. */
export const REPORT_ROWS_SHOWN = 200;

/** The sales report that a URL asks for, up to the order of this moment. Two statements, or three by collection. */
export async function loadReport(
  shop: Shop,
  params: URLSearchParams,
  { limit = REPORT_ROWS_SHOWN }: { limit?: number } = {},
): Promise<{ search: ReportSearch; today: string; report: SalesReport }> {
  const { timeZone } = await loadProfile(shop);
  const today = shopDay(shop.clock(), timeZone);
  const search = parseReportSearch(params, today);
  const { kind, days } = search;
  const isByMonth = !hasSingleDays(days);
  const request = { days, isByMonth, timeZone };
  const found =
    kind === "collection"
      ? await findCollectionReport(shop, request)
      : await findReport(shop.db, { ...request, kind }, { limit });
  return { search, today, report: { ...found, isByMonth } };
}
