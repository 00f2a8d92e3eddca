// A shop with a year of orders, written directly into its tables. The shop's rules are not measured, so its
// triggers are off meanwhile, and the counters that they maintain are computed at the end.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

const FRESH_ORDERS = 50;

export type YearOfOrders = { orders: number; products: number; today: Date };

/** Fills a migrated, empty database. The same figures give the same rows. */
export async function fillYear(db: Kysely<Schema>, { orders, products, today }: YearOfOrders): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);
    await sql`select setseed(0.5)`.execute(one);
    await sql`
      insert into products (id, name, price, stock, category, description)
        select md5('product ' || n)::uuid, 'Cap ' || n, 2000 + n % 4000, n % 97, 'Hats', 'A cap, like the others.'
        from generate_series(1, ${products}::integer) n`.execute(one);
    await sql`
      insert into orders (id, payment_intent_id, status, fulfillment, subtotal, total, amount_received, amount_refunded,
          shipping_address, attention, source, created_at, updated_at)
        select md5('order ' || n)::uuid, 'pi_' || n, status,
          case when status = 'paid' and n > ${orders}::integer - 40 then 'unfulfilled' else 'delivered' end, 5000, 5599, 5599,
          case status when 'refunded' then 5599 when 'partially_refunded' then 1000 else 0 end,
          jsonb_build_object('customer_name', 'Customer ' || n, 'customer_email', 'customer' || n || '@example.com',
            'line1', '1 Fairway Lane', 'city', 'Phoenix', 'state', 'AZ', 'postal_code', '85001', 'country', 'US'),
          case when n % 20000 = 0 then array['out_of_stock'] else '{}' end, 'measure', placed, placed
        from (select n, ${today}::timestamptz - (${orders}::integer - n) * (interval '365 days' / ${orders}::integer) as placed,
            (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'partially_refunded', 'refunded', 'canceled'])[1 + n % 10]
              as status
          from generate_series(1, ${orders}::integer) n) made`.execute(one);
    // Some products sell much better than others.
    await sql`
      insert into order_items (order_id, position, product_id, quantity, price, name)
        select o.id, line, md5('product ' || (1 + floor(power(random(), 2) * ${products}::integer)::integer))::uuid,
          1 + floor(random() * 3)::integer, 3000, 'Cap'
        from orders o cross join generate_series(0, 1) line`.execute(one);
    await sql`
      insert into order_events (order_id, to_status, source, created_at)
        select id, status, 'webhook', created_at from orders`.execute(one);
    await countFigures(one);
    // The sales of the last minute are not aggregated yet.
    await countSales(one, sql`o.number <= ${orders - FRESH_ORDERS}`);
    await sql`select fold_product_sales(shop_day(${today}::timestamptz))`.execute(one);
    await countSales(one, sql`o.number > ${orders - FRESH_ORDERS}`);
    await sql`set session_replication_role = default`.execute(one);
  });
  await sql`vacuum analyze`.execute(db);
}

/** The counts of the triggers, spread over their shards as by eight connections. */
async function countFigures(db: Kysely<Schema>): Promise<void> {
  await sql`insert into order_figures
    select status, number % 8, count(*), sum(total), sum(amount_refunded) from orders group by 1, 2`.execute(
    db,
  );
  await sql`insert into order_figures_daily
    select shop_day(created_at), status, number % 8, count(*), sum(total), sum(amount_refunded)
    from orders group by 1, 2, 3`.execute(db);
  await sql`insert into product_figures
    select 1, count(*), count(*) filter (where stock < 10) from products`.execute(db);
}

async function countSales(db: Kysely<Schema>, which: RawBuilder<unknown>): Promise<void> {
  await sql`insert into product_sales_fresh
    select shop_day(o.created_at), i.product_id, o.number % 8, sum(i.quantity), sum(i.quantity::bigint * i.price)
    from orders o join order_items i on i.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and ${which} group by 1, 2, 3`.execute(db);
}
