import {
  ATTENTION_COUNT_MAX,
  averageOrder,
  BEST_SELLERS_SHOWN,
  type Dashboard,
  LOW_STOCK_BELOW,
  LOW_STOCK_SHOWN_MAX,
  RECENT_ORDERS,
  revenueStatuses,
} from "#domain/dashboard/dashboard.ts";
import { buildReport, type ReportPeriod } from "#domain/dashboard/report.ts";
import { everyOrder } from "#domain/order/order-search.ts";
import { shopDay } from "#domain/text/dates.ts";
import { EVENT_STUCK_AFTER_MS } from "../alerts/list-alerts.ts";
import { orderFilter } from "../orders/list-orders.ts";
import { listOrderSummaries } from "../orders/queries.ts";
import type { Shop } from "../shop.ts";
import { type FiguresRule, findFigures, foldProductSales } from "./dashboard-queries.ts";

/** The owner's first page: counts, revenue over the period, best sellers, what waits, the newest orders. */
export async function loadDashboard(shop: Shop, { period }: { period: ReportPeriod }): Promise<Dashboard> {
  const today = shopDay(shop.clock());
  const figures = await figuresOf(shop, {
    lowStockBelow: LOW_STOCK_BELOW,
    lowStockShownMax: LOW_STOCK_SHOWN_MAX,
    bestSellersShown: BEST_SELLERS_SHOWN,
    attentionCountMax: ATTENTION_COUNT_MAX,
    revenueStatuses,
    today,
    period,
    eventsStuckBefore: new Date(shop.clock() - EVENT_STUCK_AFTER_MS),
  });
  const recent = await listOrderSummaries(shop.db, orderFilter(shop, everyOrder), RECENT_ORDERS);
  return {
    products: { total: figures.products, lowStock: figures.lowStock },
    orders: { total: figures.orders, paid: figures.paid },
    revenue: { total: figures.revenue, average: averageOrder(figures.revenue, figures.revenueOrders) },
    report: buildReport(figures.days, today, period),
    bestSellers: figures.bestSellers,
    attention: { ...figures.attention, lowStock: Math.min(figures.lowStock, ATTENTION_COUNT_MAX) },
    recentOrders: recent.map(({ order }) => order),
    lowStock: figures.lowStockProducts,
  };
}

/** On the first page of a new day the sums of what was sold are still yesterday's. */
async function figuresOf(shop: Shop, rule: FiguresRule) {
  const figures = await findFigures(shop.db, rule);
  if (figures.sumsDay === rule.today) return figures;
  await foldProductSales(shop.db, rule.today);
  return findFigures(shop.db, rule);
}

/** Work of the worker: keeps what the dashboard has to add up small. */
export async function foldSales(shop: Shop): Promise<void> {
  await foldProductSales(shop.db, shopDay(shop.clock()));
}
