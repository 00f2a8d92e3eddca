// The SQL of the dashboard: one statement that reads counters kept by the database and short indexes, so it
// costs the same at ten orders and at five million. What waits for the owner is counted up to a limit.
import { sql } from "kysely";
import {
  ATTENTION_COUNT_MAX,
  type Attention,
  BEST_SELLERS_SHOWN,
  type BestSeller,
  LOW_STOCK_BELOW,
  LOW_STOCK_SHOWN_MAX,
  type LowStockProduct,
  revenueStatuses,
} from "#domain/dashboard/dashboard.ts";
import type { DayFigures, ReportPeriod } from "#domain/dashboard/report.ts";
import type { Cents } from "#domain/money/money.ts";
import { categoryFromStored } from "#domain/product/product.ts";
import { stuckWork } from "../alerts/queries.ts";
import { type BackupState, backupState } from "../backups/backup-state.ts";
import type { Db } from "../db/transaction.ts";
import { type FoundFirstRun, firstRunColumn } from "../first-run/load-first-run.ts";
import { lowOptions } from "../inventory/inventory-queries.ts";
import { isListed } from "../order-rows.ts";

export type DashboardFigures = {
  products: number;
  lowStock: number;
  orders: number;
  paid: number;
  revenueOrders: number;
  revenue: Cents;
  /** Days with a sale, of the period and of the one before, unordered. */
  days: DayFigures[];
  /** Valid when `sumsDay` is today; `sumsDay` is null before the first fold. */
  bestSellers: BestSeller[];
  sumsDay: string | null;
  /** Today in the store's time zone. */
  today: string;
  attention: Attention;
  lowStockProducts: LowStockProduct[];
  firstRun: FoundFirstRun;
  backups: BackupState;
};

/** `now`: its day in the store's time zone is today. `eventsStuckBefore`: events that arrived before this and are not done wait for the owner. */
export type FiguresRange = { now: Date; period: ReportPeriod; eventsStuckBefore: Date };

export async function findFigures(db: Db, range: FiguresRange): Promise<DashboardFigures> {
  const { now, period, eventsStuckBefore } = range;
  const hasRevenue = sql`status in (${sql.join(revenueStatuses)})`;
  const upTo = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*) from (${rows} limit ${ATTENTION_COUNT_MAX}) waiting)`;
  const { rows } = await sql<DashboardFigures>`
    select o.*, p.*,
      (select coalesce(jsonb_agg(jsonb_build_object('day', d.day::text, 'orders', d.orders, 'revenue', d.revenue)), '[]')
        from (select day, sum(orders) as orders, sum(total - refunded) as revenue from order_figures_daily
          where ${isWithin(now, 2 * period)} and ${hasRevenue} group by day) d) as days,
      (select coalesce(jsonb_agg(to_jsonb(b) order by b.quantity desc, b.revenue desc, b."productId"), '[]')
        from (select s.product_id as "productId", coalesce((select name from products where id = s.product_id),
              (select name from order_items i where i.product_id = s.product_id limit 1), 'Product') as name,
            s.quantity, s.revenue from (${bestSellers(range)}) s) b) as "bestSellers",
      shop_day(${now}::timestamptz)::text as today, ${firstRunColumn} as "firstRun",
      (select to_jsonb(b) from (${backupState(now.getTime())}) b) as backups,
      (select day::text from product_sales_state) as "sumsDay",
      jsonb_build_object(
        'toShip', ${upTo(sql`select 1 from orders where fulfillment = 'unfulfilled' and status in ('paid', 'partially_refunded') and has_to_send`)},
        'flagged', ${upTo(sql`select 1 from orders o where o.attention <> '{}' and ${isListed}`)},
        'failedMails', ${upTo(sql`select 1 from outbox where dead_at is not null and dismissed_at is null`)},
        'unreadMessages', ${upTo(sql`select 1 from contact_messages where read_at is null and not is_suspected`)},
        'reviews', ${upTo(sql`select 1 from reviews where state = 'pending'`)},
        'returns', ${upTo(sql`select 1 from return_requests where state = 'requested'`)},
        'lowSizes', ${upTo(lowOptions)},
        'stuck', ${upTo(stuckWork(eventsStuckBefore))}) as attention,
      coalesce((select jsonb_agg(to_jsonb(low) order by low.quantity, low.name collate "C", low.id) from
        (select id, name, category, price, case when on_sale then sale_price end as "salePrice", stock as quantity
          from products where status = 'active' and stock < ${sql.lit(LOW_STOCK_BELOW)}
          order by stock, id limit ${LOW_STOCK_SHOWN_MAX}) low), '[]') as "lowStockProducts"
    from (select coalesce(sum(orders), 0)::float8 as orders,
        coalesce(sum(orders) filter (where status = 'paid'), 0)::float8 as paid,
        coalesce(sum(orders) filter (where ${hasRevenue}), 0)::float8 as "revenueOrders",
        coalesce(sum(total - refunded) filter (where ${hasRevenue}), 0)::float8 as revenue from order_figures) o,
      (select coalesce(sum(products), 0)::float8 as products, coalesce(sum(low_stock), 0)::float8 as "lowStock"
        from product_figures) p`.execute(db);
  const figures = rows[0] as DashboardFigures;
  const inWords = (low: LowStockProduct) => ({ ...low, category: categoryFromStored(low.category) });
  return { ...figures, lowStockProducts: figures.lowStockProducts.map(inWords) };
}

/**
 * The sums of the period up to today and what was sold since they were made. Of products with nothing fresh
 * the best few are read off an index; the others are added up.
 */
function bestSellers({ period, now }: FiguresRange) {
  return sql`
    with fresh as materialized (
      select product_id, sum(quantity) as quantity, sum(revenue) as revenue from product_sales_fresh
        where ${isWithin(now, period)} group by product_id)
    select * from (
      (select product_id, quantity, revenue from product_sales_sums
        where period = ${sql.lit(period)} and product_id <> all (array(select product_id from fresh))
        order by quantity desc, revenue desc, product_id limit ${BEST_SELLERS_SHOWN})
      union all
      select f.product_id, f.quantity + coalesce(s.quantity, 0), f.revenue + coalesce(s.revenue, 0) from fresh f
        left join product_sales_sums s on s.period = ${sql.lit(period)} and s.product_id = f.product_id) known
    where quantity > 0 order by quantity desc, revenue desc, product_id limit ${BEST_SELLERS_SHOWN}`;
}

/** The column `day` is one of the last `days` days in the store's time zone, today among them. */
function isWithin(now: Date, days: number) {
  const today = sql`shop_day(${now}::timestamptz)`;
  return sql`day between ${today} - ${days - 1}::integer and ${today}`;
}

/** Brings the sums of what was sold up to the day of this moment. */
export async function foldProductSales(db: Db, now: Date): Promise<void> {
  await sql`select fold_product_sales(shop_day(${now}::timestamptz))`.execute(db);
}

/** One step towards orders that are all counted by the store's time zone; false when there is no more to do now. */
export async function recountOrderDays(db: Db, limit: number): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select recount_order_days(${limit}) as more`.execute(db);
  return rows[0]?.more === true;
}
