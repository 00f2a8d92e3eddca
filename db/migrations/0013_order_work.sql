-- Corrections of a shipment, goods that come back line by line, and best sellers that cost the same to read
-- however many orders there are.

-- A wrong carrier or tracking number is corrected by one more entry; what was written before stays.
alter table fulfillment_events
  add column is_correction boolean not null default false,
  add constraint fulfillment_events_corrects_shipment check (not is_correction or to_status = 'shipped'),
  drop constraint fulfillment_events_order_id_to_status_key;
create unique index fulfillment_events_once on fulfillment_events (order_id, to_status) where not is_correction;
create index fulfillment_events_order on fulfillment_events (order_id, id);

-- Which lines of the order a refund puts back on the shelf; null: all of them. Counts only with restock.
alter table refunds add column restock_items uuid[];

drop function restock_order(uuid, text, timestamptz);

-- Puts the sold pieces of an order back on the shelf, all lines or the given ones, each line at most once. An
-- option that is not sold any more has no shelf and is left out. Returns how many lines were put back.
create function restock_order(p_order_id uuid, p_source text, p_now timestamptz, p_items uuid[] default null)
returns integer language plpgsql as $$
declare
  line record;
  restocked integer := 0;
begin
  perform 1 from inventory i
    join stock_movements m on m.product_id = i.product_id and m.variation = i.variation
    where m.order_id = p_order_id and m.kind = 'sale' order by i.product_id, i.variation for update of i;
  for line in
    select m.product_id, m.variation, -m.quantity as quantity from stock_movements m
      join inventory i on i.product_id = m.product_id and i.variation = m.variation
      where m.order_id = p_order_id and m.kind = 'sale'
        and (p_items is null or exists (select 1 from order_items l where l.order_id = p_order_id and l.id = any (p_items)
          and l.product_id = m.product_id and coalesce(l.variation, '') = m.variation))
      order by 1, 2
  loop
    insert into stock_movements (product_id, variation, kind, quantity, order_id, source, created_at)
      values (line.product_id, line.variation, 'restock', line.quantity, p_order_id, p_source, p_now)
      on conflict (order_id, product_id, variation, kind) where order_id is not null do nothing;
    if found then
      update inventory set on_hand = on_hand + line.quantity
        where product_id = line.product_id and variation = line.variation;
      restocked := restocked + 1;
    end if;
  end loop;
  return restocked;
end $$;

-- As in 0005, with the refund's own lines.
create or replace function merge_refunds(p_order_id uuid, p_refunds jsonb, p_source text, p_now timestamptz)
returns integer language plpgsql as $$
declare
  fact record;
  r refunds%rowtype;
  was text;
  restocked integer := 0;
begin
  for fact in
    select f ->> 'id' as id, (f ->> 'amount')::integer as amount, f ->> 'status' as status, f ->> 'reason' as reason,
        f ->> 'refund_id' as refund_id, coalesce((f ->> 'created_at')::timestamptz, p_now) as created_at
      from jsonb_array_elements(p_refunds) f order by 1
  loop
    was := null;
    select * into r from refunds where provider_refund_id = fact.id for update;
    if found then
      was := r.status;
      if refund_stage(fact.status) > refund_stage(r.status)
         or (r.status = 'pending' and fact.status = 'requires_action') then
        update refunds set status = fact.status, updated_at = p_now where id = r.id returning * into r;
      end if;
    else
      -- Ours, and this is the first that we hear of it. Whatever we thought of it before was only a guess.
      update refunds set provider_refund_id = fact.id, amount = fact.amount, status = fact.status, updated_at = p_now
        where id::text = fact.refund_id and order_id = p_order_id and provider_refund_id is null returning * into r;
      if not found then
        if exists (select 1 from refunds where id::text = fact.refund_id) then
          perform flag_order(p_order_id, 'refund_doubled', p_now);
        end if;
        insert into refunds (id, order_id, amount, status, provider_refund_id, reason, source, created_at, updated_at)
          values (md5('refund:' || fact.id)::uuid, p_order_id, fact.amount, fact.status, fact.id, fact.reason,
            'provider', fact.created_at, p_now) returning * into r;
      else
        update payment_operations set state = 'done', result_id = fact.id, last_error = null, updated_at = p_now
          where kind = 'refund' and order_id = p_order_id and params ->> 'refundId' = r.id::text and state <> 'done';
      end if;
    end if;
    if refund_stage(r.status) = 2 and (was is null or refund_stage(was) < 2) then
      perform flag_order(p_order_id, 'refund_failed', p_now);
    elsif r.restock and refund_stage(r.status) < 2 then
      restocked := restocked + restock_order(p_order_id, p_source, p_now, r.restock_items);
    end if;
  end loop;
  return restocked;
end $$;

-- Best sellers. Sales are written down fresh, split over eight rows so that orders at the same moment don't
-- wait for one another. fold_product_sales() moves them to one row per day and product and adds them to the
-- sums of the last 7, 30 and 90 days, which are indexed in the order in which they are shown. A reader takes
-- the sums and what is still fresh, so it always sees every sale and never adds up a quarter of a year.
alter table product_sales_daily rename to product_sales_fresh;
alter table product_sales_fresh rename constraint product_sales_daily_pkey to product_sales_fresh_pkey;

create table product_sales_daily (
  day date not null,
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id)
);

create table product_sales_sums (
  period integer not null check (period in (7, 30, 90)),
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (period, product_id)
);

create index product_sales_sums_best on product_sales_sums (period, quantity desc, revenue desc, product_id);

-- The last day of the sums; one row, made by the first fold.
create table product_sales_state (
  id integer primary key check (id = 1),
  day date not null
);

create or replace function count_sales(p_order orders, p_sign integer, p_shard smallint) returns void language sql as $$
  insert into product_sales_fresh as f (day, product_id, shard, quantity, revenue)
    select shop_day(p_order.created_at), product_id, p_shard, p_sign * sum(quantity), p_sign * sum(quantity::bigint * price)
      from order_items where order_id = p_order.id and product_id is not null group by product_id order by product_id
    on conflict (day, product_id, shard) do update set quantity = f.quantity + excluded.quantity,
      revenue = f.revenue + excluded.revenue;
$$;

-- One at a time. Rows that a sale is writing right now are left for the next time. A new day makes the sums
-- anew. Returns how many rows were fresh.
create function fold_product_sales(p_today date) returns integer language plpgsql as $$
declare
  was date;
  folded integer;
begin
  insert into product_sales_state values (1, '2000-01-01') on conflict do nothing;
  select day into was from product_sales_state where id = 1 for update;
  with due as materialized (
    select day, product_id, shard from product_sales_fresh for update skip locked
  ), taken as (
    delete from product_sales_fresh f using due
      where f.day = due.day and f.product_id = due.product_id and f.shard = due.shard returning f.*
  ), by_day as materialized (
    select day, product_id, sum(quantity) as quantity, sum(revenue) as revenue from taken group by 1, 2
  ), to_days as (
    insert into product_sales_daily as d (day, product_id, quantity, revenue)
      select * from by_day
      on conflict (day, product_id) do update set quantity = d.quantity + excluded.quantity,
        revenue = d.revenue + excluded.revenue
  ), to_sums as (
    insert into product_sales_sums as s (period, product_id, quantity, revenue)
      select period, product_id, sum(quantity), sum(revenue) from by_day, unnest(array[7, 30, 90]) period
        where was = p_today and day between p_today - period + 1 and p_today group by 1, 2
      on conflict (period, product_id) do update set quantity = s.quantity + excluded.quantity,
        revenue = s.revenue + excluded.revenue
  )
  select count(*) into folded from taken;
  if was <> p_today then
    delete from product_sales_sums;
    insert into product_sales_sums (period, product_id, quantity, revenue)
      select period, product_id, sum(quantity), sum(revenue) from product_sales_daily, unnest(array[7, 30, 90]) period
        where day between p_today - period + 1 and p_today group by 1, 2;
    update product_sales_state set day = p_today where id = 1;
  end if;
  return folded;
end $$;
