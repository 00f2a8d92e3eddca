import {
  ATTENTION_COUNT_MAX,
  averageOrder,
  BEST_SELLERS_SHOWN,
  type Dashboard,
  LOW_STOCK_BELOW,
  LOW_STOCK_SHOWN_MAX,
  RECENT_ORDERS,
  revenueStatuses,
} from "#domain/dashboard.ts";
import { everyOrder } from "#domain/order-search.ts";
import { buildReport, type ReportPeriod, shopDay } from "#domain/report.ts";
import { EVENT_STUCK_AFTER_MS } from "../attention/list-stuck-work.ts";
import type { Shop } from "../shop.ts";
import { selectFigures } from "./dashboard-queries.ts";
import { orderFilter } from "./list-orders.ts";
import { selectOrders } from "./queries.ts";

/** The owner's first page: counts, revenue over the period, best sellers, what waits, the newest orders. */
export async function loadDashboard(shop: Shop, { period }: { period: ReportPeriod }): Promise<Dashboard> {
  const today = shopDay(shop.clock());
  const figures = await selectFigures(shop, {
    lowStockBelow: LOW_STOCK_BELOW,
    lowStockShownMax: LOW_STOCK_SHOWN_MAX,
    bestSellersShown: BEST_SELLERS_SHOWN,
    attentionCountMax: ATTENTION_COUNT_MAX,
    revenueStatuses,
    today,
    period,
    eventsStuckBefore: new Date(shop.clock() - EVENT_STUCK_AFTER_MS),
  });
  const recent = await selectOrders(shop, orderFilter(shop, everyOrder), RECENT_ORDERS);
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
