import { averageOrder, type Dashboard, RECENT_ORDERS } from "#domain/dashboard/dashboard.ts";
import { buildReport, type ReportPeriod } from "#domain/dashboard/report.ts";
import { everyOrder } from "#domain/order/order-search.ts";
import { addDays, shopDay, spanOfDays } from "#domain/text/dates.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { EVENT_STUCK_AFTER_MS } from "../../operations/alerts/list-alerts.ts";
import { firstRunFrom } from "../../operations/first-run/load-first-run.ts";
import { orderFilter } from "../../orders/list-orders.ts";
import { listOrderSummaries } from "../../orders/queries.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { findFigures } from "./dashboard-queries.ts";

/** The owner's first page: counts, revenue over the period, best sellers, what waits, the newest orders. */
export async function loadDashboard(shop: Shop, { period }: { period: ReportPeriod }): Promise<Dashboard> {
  const now = nowOf(shop);
  const eventsStuckBefore = new Date(now.getTime() - EVENT_STUCK_AFTER_MS);
  const { timeZone } = await loadProfile(shop);
  const today = shopDay(now.getTime(), timeZone);
  const since = (days: number) => spanOfDays({ from: addDays(today, 1 - days), to: today }, timeZone);
  const figures = await findFigures(shop.db, {
    ...{ now, timeZone, eventsStuckBefore },
    days: since(2 * period),
    since: since(period).from,
  });
  const { lastAt, testedAt, testError } = figures.backups;
  const { found: recent } = await listOrderSummaries(shop.db, orderFilter(shop, everyOrder), RECENT_ORDERS);
  const { revenue, revenueOrders, openDisputes } = figures;
  return {
    products: { total: figures.products, lowStock: figures.lowStock },
    orders: { total: figures.orders, paid: figures.paid },
    revenue: { total: revenue, average: averageOrder(revenue, revenueOrders), openDisputes },
    report: buildReport(figures.days, today, period),
    bestSellers: figures.bestSellers,
    attention: figures.attention,
    recentOrders: recent.map(({ order }) => order),
    lowStock: figures.lowStockProducts,
    firstRun: firstRunFrom(shop, figures.firstRun),
    backup: { madeAt: lastAt, triedAt: testedAt, isRestored: testedAt !== null && testError === null },
  };
}
