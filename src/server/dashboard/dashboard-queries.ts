// The SQL of the dashboard: one statement. Sums are those of reports (../reports/sales-entries.ts). What waits for the
// owner is counted up to a limit.
import { sql } from "kysely";
import {
  ATTENTION_COUNT_MAX,
  type Attention,
  BEST_SELLERS_SHOWN,
  type BestSeller,
  LOW_STOCK_BELOW,
  LOW_STOCK_SHOWN_MAX,
  type LowStockProduct,
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
import { bestSellers } from "../reports/best-sellers.ts";
import { openDisputes, revenueSum, salesEntries } from "../reports/sales-entries.ts";

export type DashboardFigures = {
  products: number;
  lowStock: number;
  orders: number;
  paid: number;
  revenueOrders: number;
  revenue: Cents;
  openDisputes: Cents;
  /** Days with a sale or a refund, of the period and of the one before, unordered. */
  days: DayFigures[];
  bestSellers: BestSeller[];
  attention: Attention;
  lowStockProducts: LowStockProduct[];
  firstRun: FoundFirstRun;
  backups: BackupState;
  /** In the store's time zone. */
  today: string;
};

/** `eventsStuckBefore`: events that arrived before this and are not done wait for the owner. */
export type FiguresRange = { now: Date; period: ReportPeriod; eventsStuckBefore: Date };

// Asked once for a statement, and not for each row.
const timeZone = sql`(select shop_time_zone())`;

export async function findFigures(db: Db, range: FiguresRange): Promise<DashboardFigures> {
  const { now, period, eventsStuckBefore } = range;
  const today = sql`(select shop_day(${now}::timestamptz))`;
  const upTo = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*) from (${rows} limit ${ATTENTION_COUNT_MAX}) waiting)`;
  /** When the first of so many days began; today is the last of them. */
  const startOf = (days: number) =>
    sql`((${today} - ${days - 1}::integer)::timestamp at time zone ${timeZone})`;
  const bothPeriods = { from: startOf(2 * period), to: sql`'infinity'::timestamptz` };
  const { rows } = await sql<DashboardFigures>`
    select o.*, p.*, sold.*, ${today}::text as today, ${openDisputes(null)} as "openDisputes",
      (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (
        select (at at time zone ${timeZone})::date::text as day, sum(orders) as orders, ${revenueSum} as revenue
          from (${salesEntries(bothPeriods)}) entry group by 1) d) as days,
      (select coalesce(jsonb_agg(to_jsonb(b) order by b.quantity desc, b.revenue desc, b."productId"), '[]')
        from (select s.*, coalesce((select name from products where id = s."productId"),
              (select name from order_items i where i.product_id = s."productId" limit 1), 'Product') as name
            from (${bestSellers(startOf(period), BEST_SELLERS_SHOWN)}) s) b) as "bestSellers",
      ${firstRunColumn} as "firstRun",
      (select to_jsonb(b) from (${backupState(now.getTime())}) b) as backups,
      jsonb_build_object(
        'toShip', ${upTo(sql`select 1 from orders where fulfillment = 'unfulfilled' and status in ('paid', 'partially_refunded') and has_to_send`)},
        'flagged', ${upTo(sql`select 1 from orders o where o.attention <> '{}' and ${isListed}`)},
        'failedMails', ${upTo(sql`select 1 from outbox where dead_at is not null and dismissed_at is null`)},
        'unreadMessages', ${upTo(sql`select 1 from contact_messages where read_at is null and not is_suspected`)},
        'reviews', ${upTo(sql`select 1 from reviews where state = 'pending'`)},
        'returns', ${upTo(sql`select 1 from return_requests where state = 'requested'`)},
        'security', ${upTo(sql`select 1 from security_reports`)},
        'lowSizes', ${upTo(lowOptions)},
        'stuck', ${upTo(stuckWork(eventsStuckBefore))}) as attention,
      coalesce((select jsonb_agg(to_jsonb(low) order by low.quantity, low.name collate "C", low.id) from
        (select id, name, category, price, case when on_sale then sale_price end as "salePrice", stock as quantity
          from products where status = 'active' and stock < ${sql.lit(LOW_STOCK_BELOW)}
          order by stock, id limit ${LOW_STOCK_SHOWN_MAX}) low), '[]') as "lowStockProducts"
    from (select count(*)::integer as orders, (count(*) filter (where status = 'paid'))::integer as paid
        from orders o where ${isListed}) o,
      (select coalesce(sum(orders), 0)::integer as "revenueOrders", ${revenueSum} as revenue
        from (${salesEntries(null)}) entry) sold,
      (select (count(*) filter (where status <> 'archived'))::integer as products,
        (count(*) filter (where status = 'active' and stock < ${sql.lit(LOW_STOCK_BELOW)}))::integer as "lowStock"
        from products) p`.execute(db);
  const figures = rows[0] as DashboardFigures;
  const inWords = (low: LowStockProduct) => ({ ...low, category: categoryFromStored(low.category) });
  return { ...figures, lowStockProducts: figures.lowStockProducts.map(inWords) };
}
