import { averageOrder, type Dashboard, RECENT_ORDERS } from "#domain/dashboard/dashboard.ts";
import { buildReport, type ReportPeriod } from "#domain/dashboard/report.ts";
import { everyOrder } from "#domain/order/order-search.ts";
import { EVENT_STUCK_AFTER_MS } from "../alerts/list-alerts.ts";
import { firstRunFrom } from "../first-run/load-first-run.ts";
import { orderFilter } from "../orders/list-orders.ts";
import { listOrderSummaries } from "../orders/queries.ts";
import { nowOf, type Shop } from "../shop.ts";
import { type FiguresRange, findFigures, foldProductSales, recountOrderDays } from "./dashboard-queries.ts";

/** The owner's first page: counts, revenue over the period, best sellers, what waits, the newest orders. */
export async function loadDashboard(shop: Shop, { period }: { period: ReportPeriod }): Promise<Dashboard> {
  const now = nowOf(shop);
  const eventsStuckBefore = new Date(now.getTime() - EVENT_STUCK_AFTER_MS);
  const figures = await figuresOf(shop, { now, period, eventsStuckBefore });
  const { lastAt, drillAt, drillError } = figures.backups;
  const { found: recent } = await listOrderSummaries(shop.db, orderFilter(shop, everyOrder), RECENT_ORDERS);
  return {
    products: { total: figures.products, lowStock: figures.lowStock },
    orders: { total: figures.orders, paid: figures.paid },
    revenue: { total: figures.revenue, average: averageOrder(figures.revenue, figures.revenueOrders) },
    report: buildReport(figures.days, figures.today, period),
    bestSellers: figures.bestSellers,
    attention: figures.attention,
    recentOrders: recent.map(({ order }) => order),
    lowStock: figures.lowStockProducts,
    firstRun: firstRunFrom(shop, figures.firstRun),
    backup: { madeAt: lastAt, triedAt: drillAt, isRestored: drillAt !== null && drillError === null },
  };
}

/** The first request of a new day still finds yesterday's sums, so it folds first. */
async function figuresOf(shop: Shop, range: FiguresRange) {
  const figures = await findFigures(shop.db, range);
  if (figures.sumsDay === figures.today) return figures;
  await foldProductSales(shop.db, range.now);
  return findFigures(shop.db, range);
}

/** Orders that are counted anew in one transaction after the owner has set another time zone. */
const RECOUNT_ORDERS = 500;

/** Run by the worker, so that the dashboard has little to add up and counts by the store's time zone. */
export async function foldSales(shop: Shop, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await recountOrderDays(shop.db, RECOUNT_ORDERS)));
  await foldProductSales(shop.db, nowOf(shop));
}
