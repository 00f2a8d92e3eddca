// The SQL of the dashboard: one statement that reads counters kept by the database and short indexes, so it
// costs the same at ten orders and at five million. What waits for the owner is counted up to a limit.
import { sql } from "kysely";
import type { Attention, BestSeller, LowStockProduct } from "#domain/dashboard/dashboard.ts";
import type { DayFigures, ReportPeriod } from "#domain/dashboard/report.ts";
import type { Cents } from "#domain/money/money.ts";
import type { OrderStatus } from "#domain/order/order.ts";
import { categoryFromStored } from "#domain/product/product.ts";
import { addDays } from "#domain/text/dates.ts";
import { stuckWork } from "../alerts/queries.ts";
import type { Db } from "../db/transaction.ts";

export type DashboardFigures = {
  products: number;
  lowStock: number;
  orders: number;
  paid: number;
  revenueOrders: number;
  revenue: Cents;
  /** Days with a sale, of the period and of the one before, in no order. */
  days: DayFigures[];
  /** Right when `sumsDay` is the day that was asked for; null before the first fold. */
  bestSellers: BestSeller[];
  sumsDay: string | null;
  attention: Omit<Attention, "lowStock">;
  lowStockProducts: LowStockProduct[];
};

export type FiguresRule = {
  lowStockBelow: number;
  lowStockShownMax: number;
  bestSellersShown: number;
  attentionCountMax: number;
  revenueStatuses: readonly OrderStatus[];
  today: string;
  period: ReportPeriod;
  /** Events that arrived before this and are not done wait for the owner. */
  eventsStuckBefore: Date;
};

/** `category` as it is stored. */
type LowStockRow = Omit<LowStockProduct, "category"> & { category: string };

type Row = Omit<DashboardFigures, "lowStockProducts"> & { lowStockProducts: LowStockRow[] };

export async function findFigures(db: Db, rule: FiguresRule): Promise<DashboardFigures> {
  const hasRevenue = sql`status in (${sql.join(rule.revenueStatuses)})`;
  const since = addDays(rule.today, 1 - 2 * rule.period);
  const upTo = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*) from (${rows} limit ${rule.attentionCountMax}) waiting)`;
  const { rows } = await sql<Row>`
    select o.*, p.*,
      (select coalesce(jsonb_agg(jsonb_build_object('day', d.day::text, 'orders', d.orders, 'revenue', d.revenue)), '[]')
        from (select day, sum(orders) as orders, sum(total - refunded) as revenue from order_figures_daily
          where day between ${since}::date and ${rule.today}::date and ${hasRevenue} group by day) d) as days,
      (select coalesce(jsonb_agg(to_jsonb(b) order by b.quantity desc, b.revenue desc, b."productId"), '[]')
        from (select s.product_id as "productId", coalesce((select name from products where id = s.product_id),
              (select name from order_items i where i.product_id = s.product_id limit 1), 'Product') as name,
            s.quantity, s.revenue from (${bestSellers(rule)}) s) b) as "bestSellers",
      (select day::text from product_sales_state) as "sumsDay",
      jsonb_build_object(
        'toShip', ${upTo(sql`select 1 from orders where fulfillment = 'unfulfilled' and status in ('paid', 'partially_refunded')`)},
        'flagged', ${upTo(sql`select 1 from orders where attention <> '{}'`)},
        'failedMails', ${upTo(sql`select 1 from outbox where dead_at is not null and dismissed_at is null`)},
        'unreadMessages', ${upTo(sql`select 1 from contact_messages where read_at is null`)},
        'stuck', ${upTo(stuckWork(rule.eventsStuckBefore))}) as attention,
      coalesce((select jsonb_agg(to_jsonb(low) order by low.quantity, low.name collate "C", low.id) from
        (select id, name, category, price, case when on_sale then sale_price end as "salePrice", stock as quantity
          from products where status <> 'archived' and stock < ${sql.lit(rule.lowStockBelow)}
          order by stock, id limit ${rule.lowStockShownMax}) low), '[]') as "lowStockProducts"
    from (select coalesce(sum(orders), 0)::float8 as orders,
        coalesce(sum(orders) filter (where status = 'paid'), 0)::float8 as paid,
        coalesce(sum(orders) filter (where ${hasRevenue}), 0)::float8 as "revenueOrders",
        coalesce(sum(total - refunded) filter (where ${hasRevenue}), 0)::float8 as revenue from order_figures) o,
      (select coalesce(sum(products), 0)::float8 as products, coalesce(sum(low_stock), 0)::float8 as "lowStock"
        from product_figures) p`.execute(db);
  const row = rows[0] as Row;
  const inWords = (low: LowStockRow) => ({ ...low, category: categoryFromStored(low.category) });
  return { ...row, lowStockProducts: row.lowStockProducts.map(inWords) };
}

/**
 * The sums of the period up to today and what was sold since they were made. Of products with nothing fresh
 * the best few are read off an index; the others are added up.
 */
function bestSellers({ period, today, bestSellersShown }: FiguresRule) {
  const since = addDays(today, 1 - period);
  return sql`
    with fresh as materialized (
      select product_id, sum(quantity) as quantity, sum(revenue) as revenue from product_sales_fresh
        where day between ${since}::date and ${today}::date group by product_id)
    select * from (
      (select product_id, quantity, revenue from product_sales_sums
        where period = ${sql.lit(period)} and product_id <> all (array(select product_id from fresh))
        order by quantity desc, revenue desc, product_id limit ${bestSellersShown})
      union all
      select f.product_id, f.quantity + coalesce(s.quantity, 0), f.revenue + coalesce(s.revenue, 0) from fresh f
        left join product_sales_sums s on s.period = ${sql.lit(period)} and s.product_id = f.product_id) known
    where quantity > 0 order by quantity desc, revenue desc, product_id limit ${bestSellersShown}`;
}

/** Brings the sums of what was sold up to date. Whoever reads sums of another day calls it first. */
export async function foldProductSales(db: Db, today: string): Promise<void> {
  await sql`select fold_product_sales(${today}::date)`.execute(db);
}
