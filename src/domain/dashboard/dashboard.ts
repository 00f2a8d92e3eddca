// The numbers that the owner sees first, and the rules behind them. What revenue is: server/reports/sales-entries.ts.
import type { FirstRun } from "../first-run/first-run.ts";
import { type Cents, formatMoney } from "../money/money.ts";
import type { OrderStatus, OrderSummary } from "../order/order.ts";
import type { ProductSummary } from "../product/product.ts";
import type { Report } from "./report.ts";

/** Active products with fewer units than this are listed as low on stock. */
export const LOW_STOCK_BELOW = 10;
export const RECENT_ORDERS = 5;
export const LOW_STOCK_SHOWN_MAX = 5;

/** Orders in these states bring revenue. One with an open dispute does once that is decided. */
export const revenueStatuses: readonly OrderStatus[] = ["paid", "partially_refunded", "refunded"];

export type LowStockProduct = Pick<
  ProductSummary,
  "id" | "name" | "category" | "price" | "salePrice" | "quantity"
>;

/** Counting stops here: an exact number of that many tasks is of no use. */
export const ATTENTION_COUNT_MAX = 999;

/** What waits for the owner; each number at most ATTENTION_COUNT_MAX. */
export type Attention = {
  toShip: number;
  flagged: number;
  failedMails: number;
  /** Options of active products that are low or sold out. */
  lowSizes: number;
  unreadMessages: number;
  /** Reviews that wait for the owner's approval. */
  reviews: number;
  /** Returns and exchanges that were asked for and not answered. */
  returns: number;
  /** Calls, events, and payments that the shop could not finish automatically. */
  stuck: number;
  /** What browsers refused on the shop's pages, and what its check of the checkout page found. */
};

export type BestSeller = { productId: string; name: string; quantity: number; revenue: Cents };
export const BEST_SELLERS_SHOWN = 5;

/** ISO times, null before the first: of the newest good backup, and of the last trial of one that ended. */
export type LastBackup = { madeAt: string | null; triedAt: string | null; isRestored: boolean };

export type Dashboard = {
  products: { total: number; lowStock: number };
  orders: { total: number; paid: number };
  /** `openDisputes`: what orders with an open dispute would bring; revenue leaves it out. */
  revenue: { total: Cents; average: Cents; openDisputes: Cents };
  report: Report;
  /** Of the report's days, most units first, at most BEST_SELLERS_SHOWN. */
  bestSellers: BestSeller[];
  attention: Attention;
  /** Newest first, at most RECENT_ORDERS. */
  recentOrders: OrderSummary[];
  /** Fewest first, at most LOW_STOCK_SHOWN_MAX. */
  lowStock: LowStockProduct[];
  firstRun: FirstRun;
  backup: LastBackup;
};

/** Of products, all their sizes together; alerts count sizes, at the level that the owner has set. */
export function lowStockText(count: number): string {
  return `${count.toLocaleString("en-US")} with fewer than ${LOW_STOCK_BELOW} left`;
}

/** What revenue leaves out, for the notes where it is shown: "net of refunds; open disputes $78.50 not counted" */
export function revenueNote(openDisputes: Cents): string {
  return openDisputes === 0
    ? "net of refunds"
    : `net of refunds; open disputes ${formatMoney(openDisputes)} not counted`;
}

/** Revenue per order that was paid, rounded to the cent; 0 before the first one. */
export function averageOrder(revenue: Cents, orderCount: number): Cents {
  return orderCount === 0 ? 0 : Math.round(revenue / orderCount);
}

const STOCK_RED_MAX = 5;
const STOCK_ORANGE_MAX = 15;

/** Red at 5 or less, orange at 15 or less, otherwise green. */
export function stockTone(quantity: number): "red" | "orange" | "green" {
  if (quantity <= STOCK_RED_MAX) return "red";
  return quantity <= STOCK_ORANGE_MAX ? "orange" : "green";
}
