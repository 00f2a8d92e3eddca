// The SQL of the dashboard: one statement. Sums are those of reports (../reports/sales-entries.ts). What waits for the
// owner is counted up to a limit.
import { type RawBuilder, sql } from "kysely";
import {
  ATTENTION_COUNT_MAX,
  type Attention,
  BEST_SELLERS_SHOWN,
  type BestSeller,
  LOW_STOCK_BELOW,
  LOW_STOCK_SHOWN_MAX,
  type LowStockProduct,
} from "#domain/dashboard/dashboard.ts";
import type { DayFigures } from "#domain/dashboard/report.ts";
import type { Cents } from "#domain/money/money.ts";
import { bestSellers } from "../../catalog/best-sellers.ts";
import { hasRevenueStatus, isListed } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import { stuckWork } from "../../operations/alerts/queries.ts";
import { type BackupState, backupState } from "../../operations/backups/backup-state.ts";
import { type FoundFirstRun, firstRunColumn } from "../../operations/first-run/load-first-run.ts";
import { lowOptions } from "../../products/inventory/inventory-queries.ts";
import { orderRevenue, revenueSum, salesEntries, type TimeRange } from "../sales-entries.ts";

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
};

/**
 * `days`: the period and the one before, in the store's time zone. `since`: when the period began. `eventsStuckBefore`:
 * events that arrived before this and are not done wait for the owner.
 */
export type FiguresRange = {
  now: Date;
  days: TimeRange;
  since: Date;
  timeZone: string;
  eventsStuckBefore: Date;
};

export async function findFigures(db: Db, range: FiguresRange): Promise<DashboardFigures> {
  const { now, days, since, timeZone, eventsStuckBefore } = range;
  const upTo = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*) from (${rows} limit ${ATTENTION_COUNT_MAX}) waiting)`;
  const sumOf = (what: RawBuilder<unknown>, which: RawBuilder<unknown> = sql`true`) =>
    sql`coalesce(sum(${what}) filter (where ${which}), 0)::float8`;
  const { rows } = await sql<DashboardFigures>`
    select o.*, p.*,
      (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (
        select (at at time zone ${timeZone}::text)::date::text as day, sum(orders) as orders, ${revenueSum} as revenue
          from (${salesEntries(days)}) entry group by 1) d) as days,
      (select coalesce(jsonb_agg(to_jsonb(b) order by b.quantity desc, b.revenue desc, b."productId"), '[]')
        from (select s.*, coalesce((select name from products where id = s."productId"),
              (select name from order_items i where i.product_id = s."productId" limit 1), 'Product') as name
            from (${bestSellers(since, BEST_SELLERS_SHOWN)}) s) b) as "bestSellers",
      ${firstRunColumn} as "firstRun",
      (select to_jsonb(b) from (${backupState(now.getTime())}) b) as backups,
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
        (select id, name, (select jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) from categories c
            where c.id = products.category) as category, price, case when on_sale then sale_price end as "salePrice", stock as quantity
          from products where status = 'active' and stock < ${sql.lit(LOW_STOCK_BELOW)}
          order by stock, id limit ${LOW_STOCK_SHOWN_MAX}) low), '[]') as "lowStockProducts"
    from (select ${sumOf(sql`orders`)} as orders, ${sumOf(sql`orders`, sql`status = 'paid'`)} as paid,
          ${sumOf(sql`orders`, hasRevenueStatus)} as "revenueOrders", ${sumOf(sql`revenue`, hasRevenueStatus)} as revenue,
          ${sumOf(sql`revenue`, sql`status = 'disputed'`)} as "openDisputes"
        from (select status, count(*) as orders, ${orderRevenue} as revenue from orders o where ${isListed} group by 1) o) o,
      (select (count(*) filter (where status <> 'archived'))::integer as products,
        (count(*) filter (where status = 'active' and stock < ${sql.lit(LOW_STOCK_BELOW)}))::integer as "lowStock"
        from products) p`.execute(db);
  return rows[0] as DashboardFigures;
}
