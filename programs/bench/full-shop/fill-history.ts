// Years of orders with all that the shop's rules ask of them: checkout, lines, ledger of goods, path of statuses, email,
// refunds, discounts. What customers write about them later is in fill-words.ts. The rules of the books
// (src/server/reconciliation) hold afterward. The same figures give the same rows.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { chance, idOf } from "./fill-catalog.ts";
import { fillWords } from "./fill-words.ts";

/** The newest orders are still to be shipped. */
const FRESH_ORDERS = 50;
const SHIPPING = 599;
/** One order in ten has a code, each of them in turn. */
const CODES = 500;
const CODE_CENTS = 500;

export type History = { orders: number; products: number; today: Date; days: number };

export async function fillHistory(db: Kysely<Schema>, history: History): Promise<void> {
  if (history.orders > 0) {
    await fillDiscounts(db, history);
    await makeLines(db, history);
    await fillOrders(db, history);
    await fillOrderParts(db);
    await fillUses(db);
    await fillGivenUp(db, history);
    await fillWords(db, history.today);
  }
  await closeLedger(db, history.today);
}

/** Codes that ran one after the other; the last twenty are on. */
async function fillDiscounts(db: Kysely<Schema>, { today, days }: History): Promise<void> {
  const since = (n: RawBuilder<unknown>) =>
    sql`${today}::timestamptz - (${sql.lit(CODES)} - ${n}) * (make_interval(days => ${days}::integer) / ${sql.lit(CODES)})`;
  await sql`
    insert into discounts (id, code, name, kind, value, is_on, created_at, updated_at)
      select ${idOf("discount", "n")}, 'GROW' || n, 'GROW' || n, 'amount', ${sql.lit(CODE_CENTS)}, n > ${sql.lit(CODES - 20)},
        ${since(sql`n`)}, ${since(sql`n`)} from generate_series(1, ${sql.lit(CODES)}) n`.execute(db);
}

/** One or two lines an order; few products sell much, as ever. */
async function makeLines(db: Kysely<Schema>, { orders, products }: History): Promise<void> {
  await sql`create temporary table growth_lines as
    select n, line, p.id as product_id, v.id as variant_id, v.variation,
      (1 + ${chance("n", "quantity")} % 2)::integer as quantity, p.effective_price as price,
      case when line = 0 and n % 10 = 0 then ${sql.lit(CODE_CENTS)} else 0 end as discount_cents,
      p.name, p.image_url, p.image_alt
    from (
      select n, line, 1 + (floor(power(${chance("n", "product")} / 2147483648.0, 3) * ${products}::bigint)::bigint
        + line * (1 + ${chance("n", "next")} % greatest(${products}::bigint - 1, 1))) % ${products}::bigint as place
      from generate_series(1, ${orders}::bigint) n, generate_series(0, least(1, ${products}::integer - 1)) line
      where line = 0 or ${chance("n", "lines")} % 2 = 0) wanted
    join products p on p.id = ${idOf("product", "place")}
    join inventory v on v.product_id = p.id
      and v.variation = coalesce(p.variations[1 + ${chance("n", "size")} % cardinality(p.variations)], '')`.execute(
    db,
  );
}

const discountOf = sql`discount, case when code is not null then ${idOf("discount", "code")} end, 'GROW' || code`;

async function fillOrders(db: Kysely<Schema>, { orders, today, days }: History): Promise<void> {
  await sql`create temporary table growth_orders as
    select n, ${idOf("order", "n")} as id, ${idOf("checkout", "n")} as checkout_id, subtotal, discount,
      subtotal - discount + ${SHIPPING}::integer as total,
      case when discount > 0 then 1 + (n / 10) % ${sql.lit(CODES)} end as code,
      ${today}::timestamptz - (${orders}::bigint - n) * (make_interval(days => ${days}::integer) / ${orders}::bigint) as placed,
      case when ${chance("n", "status")} % 100 < 94 then 'paid' when ${chance("n", "status")} % 100 < 97
        then 'partially_refunded' else 'refunded' end as status,
      jsonb_build_object('customer_name', 'Customer ' || ${chance("n", "customer")} % (${orders}::bigint / 2 + 1),
        'customer_email', 'customer' || ${chance("n", "customer")} % (${orders}::bigint / 2 + 1) || '@example.com',
        'line1', '1 Fairway Lane', 'city', 'Phoenix', 'state', 'AZ', 'postal_code', '85001', 'country', 'US') as address
    from (select n, sum(price * quantity)::integer as subtotal, sum(discount_cents)::integer as discount
      from growth_lines group by n) sums`.execute(db);
  await sql`
    insert into checkouts (id, order_id, idempotency_key, request_hash, state, subtotal, tax, shipping, total,
        shipping_address, expires_at, payment_intent_id, intent_status, created_at, updated_at,
        discount, discount_id, discount_name)
      select checkout_id, id, 'growth-' || n, '', 'completed', subtotal, 0, ${SHIPPING}::integer, total, address,
        placed + interval '15 minutes', 'pi_growth_' || n, 'succeeded', placed, placed,
        ${discountOf} from growth_orders`.execute(db);
  await sql`
    insert into orders (id, number, checkout_id, payment_intent_id, status, fulfillment, has_to_send, subtotal, shipping, total,
        amount_received, amount_refunded, shipping_address, attention, source, created_at, updated_at,
        discount, discount_id, discount_name)
      overriding system value
      select id, n, checkout_id, 'pi_growth_' || n, status,
        case when is_fresh then 'unfulfilled' else 'delivered' end, is_fresh,
        subtotal, ${SHIPPING}::integer, total, total,
        case status when 'refunded' then total when 'partially_refunded' then 500 else 0 end, address,
        case when n % 20000 = 0 then array['amount_mismatch'] else '{}' end, 'webhook', placed, placed,
        ${discountOf}
      from growth_orders,
        lateral (select status <> 'refunded' and n > ${orders}::bigint - ${sql.lit(FRESH_ORDERS)} as is_fresh) known order by n`.execute(
    db,
  );
  await sql`select setval(pg_get_serial_sequence('orders', 'number'), ${orders}::bigint)`.execute(db);
}

async function fillOrderParts(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into checkout_items (checkout_id, product_id, variant_id, variation, quantity, price, discount_cents, name, image_url, image_alt)
      select o.checkout_id, product_id, variant_id, variation, quantity, price, discount_cents, name, image_url, image_alt
      from growth_lines l join growth_orders o using (n)`.execute(db);
  await sql`
    insert into order_items (order_id, position, product_id, variant_id, quantity, price, discount_cents, variation, name, image_url,
        image_alt)
      select o.id, line, product_id, variant_id, quantity, price, discount_cents, nullif(variation, ''), name, image_url, image_alt
      from growth_lines l join growth_orders o using (n)`.execute(db);
  await sql`
    insert into stock_movements (product_id, variant_id, kind, quantity, order_id, source, created_at)
      select product_id, variant_id, 'sale', -quantity, o.id, 'webhook', placed
      from growth_lines l join growth_orders o using (n) order by n`.execute(db);
  await sql`
    insert into order_events (order_id, from_status, to_status, source, created_at)
      select id, was, now, source, placed + step * interval '1 minute' from growth_orders,
        lateral (values (0, null, 'pending', 'webhook'), (1, 'pending', 'paid', 'webhook'),
          (2, 'paid', nullif(status, 'paid'), 'admin')) path (step, was, now, source)
      where now is not null order by n, step`.execute(db);
  await sql`
    insert into fulfillment_events (order_id, to_status, actor, created_at)
      select id, to_status, 'owner', created_at + interval '2 days' from orders,
        unnest(array['shipped', 'delivered']) to_status where fulfillment = 'delivered'`.execute(db);
  await sql`
    insert into shipments (id, order_id, number, way, created_at)
      select md5('shipment:' || id)::uuid, id, 1, 'carrier', created_at + interval '2 days' from orders
        where fulfillment = 'delivered'`.execute(db);
  await sql`
    insert into order_units (order_id, order_item_id, position, paid_cents, tax_cents, stock, state, shipment_id)
      select i.order_id, i.id, n, (i.price - i.discount_cents * n / i.quantity + i.discount_cents * (n - 1) / i.quantity),
          0, 'taken', case when p.id is null then 'to_ship' else 'shipped' end, p.id
        from order_items i left join shipments p on p.order_id = i.order_id, generate_series(1, i.quantity) n`.execute(
    db,
  );
  await sql`
    insert into refunds (id, order_id, amount, status, provider_refund_id, source, created_at, updated_at,
        goods, tax, shipping, adjustment)
      select ${idOf("refund of", "n")}, id, back, 'succeeded', 're_growth_' || n, 'admin', placed, placed, 0, 0, 0, back
        from growth_orders, lateral (select case status when 'refunded' then total else 500 end as back) amount
        where status <> 'paid'`.execute(db);
  await sql`
    insert into outbox (kind, unique_key, order_id, created_at, next_at, attempts, sent_at)
      select 'order_confirmation', 'order_confirmation:' || id, id, placed, placed, 1, placed from growth_orders
      order by n`.execute(db);
}

/** The use of each order's code, and how often each was used. */
async function fillUses(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into discount_uses (checkout_id, discount_id, email, taken_at)
      select checkout_id, ${idOf("discount", "code")}, address ->> 'customer_email', placed
      from growth_orders where code is not null`.execute(db);
  await sql`
    update discounts d set taken = used.times, uses = used.times
      from (select discount_id, count(*) as times from discount_uses group by 1) used
      where used.discount_id = d.id`.execute(db);
}

/** Abandoned carts of the last forty days: older ones are deleted (src/server/customers/retention). */
async function fillGivenUp(db: Kysely<Schema>, { today }: History): Promise<void> {
  await sql`
    insert into checkouts (id, order_id, idempotency_key, request_hash, state, subtotal, tax, shipping, total,
        shipping_address, expires_at, payment_intent_id, intent_status, created_at, updated_at)
      select ${idOf("given up", "n")}, ${idOf("never ordered", "n")}, 'growth-given-up-' || n, '', 'expired', subtotal, 0,
        ${SHIPPING}::integer, subtotal + ${SHIPPING}::integer, '{}', placed, 'pi_growth_given_up_' || n, 'canceled', placed, placed
      from growth_orders where placed > ${today}::timestamptz - interval '39 days'`.execute(db);
}

/** What is on hand is what came in first, less what was sold since. */
async function closeLedger(db: Kysely<Schema>, today: Date): Promise<void> {
  await sql`
    insert into stock_movements (product_id, variant_id, kind, quantity, source, created_at)
      select i.product_id, i.id, 'initial', i.on_hand - coalesce(sold.quantity, 0), 'admin',
        ${today}::timestamptz - interval '1001 days'
      from inventory i left join (
        select variant_id, sum(quantity) as quantity from stock_movements group by 1) sold on sold.variant_id = i.id
      where i.on_hand - coalesce(sold.quantity, 0) <> 0`.execute(db);
}
