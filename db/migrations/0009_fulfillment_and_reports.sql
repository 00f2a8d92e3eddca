-- What happens to an order after it was paid, what the owner writes about it, the figures of the dashboard,
-- and work that runs longer than a page waits.

-- Which state of a parcel may follow which. domain/fulfillment.ts holds the same table; a test compares.
create function can_fulfill(p_from text, p_to text) returns boolean language sql immutable as $$
  select (p_from, p_to) in (('unfulfilled', 'shipped'), ('shipped', 'delivered'), ('shipped', 'returned'), ('delivered', 'returned'));
$$;

create function check_fulfillment() returns trigger language plpgsql as $$
begin
  if not can_fulfill(old.fulfillment, new.fulfillment) then
    raise exception 'an order that is % cannot become %', old.fulfillment, new.fulfillment
      using errcode = 'check_violation', hint = 'illegal_fulfillment';
  end if;
  return new;
end $$;

create trigger orders_fulfill_legally before update of fulfillment on orders
  for each row when (old.fulfillment is distinct from new.fulfillment) execute function check_fulfillment();

-- The way of the parcel: append only, and each state is reached once, so nothing is shipped twice.
create table fulfillment_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  to_status text not null check (to_status in ('shipped', 'delivered', 'returned')),
  carrier text not null default '',
  tracking_number text not null default '',
  actor text not null,
  created_at timestamptz not null,
  unique (order_id, to_status)
);

create trigger fulfillment_events_append_only before update or delete on fulfillment_events
  for each row execute function refuse_change();

create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  author text not null,
  note text not null check (char_length(note) between 1 and 4000),
  created_at timestamptz not null
);

create index order_notes_order on order_notes (order_id, id);
create trigger order_notes_append_only before update or delete on order_notes
  for each row execute function refuse_change();

-- A mail that was given up and that the owner does not want to send any more.
alter table outbox add column dismissed_at timestamptz;

create index outbox_failed on outbox (dead_at desc, id desc) where dead_at is not null and dismissed_at is null;
create index contact_messages_unread on contact_messages (created_at desc, id desc) where read_at is null;
create index contact_messages_page on contact_messages (created_at desc, id desc);
drop index contact_messages_newest;

-- The lists of the back office and its search.
create index orders_to_ship on orders (created_at desc, id desc)
  where fulfillment = 'unfulfilled' and status in ('paid', 'partially_refunded');
create index orders_fulfillment_newest on orders (fulfillment, created_at desc, id desc);
create index orders_flagged on orders (created_at desc, id desc) where attention <> '{}';
drop index orders_attention;
create index orders_customer_words on orders using gin ((lower(coalesce(shipping_address ->> 'customer_name', '') || ' ' ||
  coalesce(shipping_address ->> 'customer_email', ''))) gin_trgm_ops);

-- Figures are counted as orders change, so the dashboard never reads all orders. A day is one of the shop's.
create function shop_day(p_at timestamptz) returns date language sql stable as $$
  select (p_at at time zone 'America/Phoenix')::date;
$$;

-- Each counter is split over eight rows, chosen by connection, so that orders at the same moment don't wait
-- for one another.
create table order_figures (
  status text not null,
  shard smallint not null,
  orders bigint not null,
  total bigint not null,
  refunded bigint not null,
  primary key (status, shard)
);

create table order_figures_daily (
  day date not null,
  status text not null,
  shard smallint not null,
  orders bigint not null,
  total bigint not null,
  refunded bigint not null,
  primary key (day, status, shard)
);

-- Pieces sold of a product per day of its orders: those that are paid and not given back whole.
create table product_sales_daily (
  day date not null,
  product_id uuid not null,
  shard smallint not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id, shard)
);

create table product_figures (
  shard smallint primary key,
  products bigint not null,
  low_stock bigint not null
);

create function figures_shard() returns smallint language sql volatile as $$
  select (pg_backend_pid() % 8)::smallint;
$$;

create function count_order(p_order orders, p_sign integer, p_shard smallint) returns void language plpgsql as $$
begin
  insert into order_figures as f (status, shard, orders, total, refunded)
    values (p_order.status, p_shard, p_sign, p_sign * p_order.total::bigint, p_sign * p_order.amount_refunded::bigint)
    on conflict (status, shard) do update set orders = f.orders + excluded.orders,
      total = f.total + excluded.total, refunded = f.refunded + excluded.refunded;
  insert into order_figures_daily as f (day, status, shard, orders, total, refunded)
    values (shop_day(p_order.created_at), p_order.status, p_shard, p_sign, p_sign * p_order.total::bigint,
      p_sign * p_order.amount_refunded::bigint)
    on conflict (day, status, shard) do update set orders = f.orders + excluded.orders,
      total = f.total + excluded.total, refunded = f.refunded + excluded.refunded;
end $$;

create function count_sales(p_order orders, p_sign integer, p_shard smallint) returns void language sql as $$
  insert into product_sales_daily as f (day, product_id, shard, quantity, revenue)
    select shop_day(p_order.created_at), product_id, p_shard, p_sign * sum(quantity), p_sign * sum(quantity::bigint * price)
      from order_items where order_id = p_order.id and product_id is not null group by product_id order by product_id
    on conflict (day, product_id, shard) do update set quantity = f.quantity + excluded.quantity,
      revenue = f.revenue + excluded.revenue;
$$;

-- Runs at commit, so that counters are locked last and for the shortest time. Whoever shares a shard takes
-- turns by one lock instead of by the rows themselves, whose order differs from one change to the next.
create function keep_order_figures() returns trigger language plpgsql as $$
declare
  shard smallint := figures_shard();
  was_sold boolean := tg_op <> 'INSERT' and old.status in ('paid', 'partially_refunded');
  is_sold boolean := tg_op <> 'DELETE' and new.status in ('paid', 'partially_refunded');
begin
  perform pg_advisory_xact_lock(7401, shard);
  if tg_op <> 'INSERT' then perform count_order(old, -1, shard); end if;
  if tg_op <> 'DELETE' then perform count_order(new, 1, shard); end if;
  if was_sold and not is_sold then perform count_sales(old, -1, shard); end if;
  if is_sold and not was_sold then perform count_sales(new, 1, shard); end if;
  return null;
end $$;

create constraint trigger orders_keep_figures after insert or delete on orders
  deferrable initially deferred for each row execute function keep_order_figures();
create constraint trigger orders_keep_figures_on_change after update on orders
  deferrable initially deferred for each row
  when (old.status is distinct from new.status or old.total is distinct from new.total
    or old.amount_refunded is distinct from new.amount_refunded)
  execute function keep_order_figures();

create function keep_product_figures() returns trigger language plpgsql as $$
declare
  mine smallint := figures_shard();
  counted integer := 0;
  low integer := 0;
begin
  perform pg_advisory_xact_lock(7401, mine);
  if tg_op <> 'INSERT' and old.status <> 'archived' then
    counted := counted - 1;
    if old.stock < 10 then low := low - 1; end if;
  end if;
  if tg_op <> 'DELETE' and new.status <> 'archived' then
    counted := counted + 1;
    if new.stock < 10 then low := low + 1; end if;
  end if;
  if counted <> 0 or low <> 0 then
    insert into product_figures as f (shard, products, low_stock) values (mine, counted, low)
      on conflict (shard) do update set products = f.products + excluded.products,
        low_stock = f.low_stock + excluded.low_stock;
  end if;
  return null;
end $$;

create constraint trigger products_keep_figures after insert or delete on products
  deferrable initially deferred for each row execute function keep_product_figures();
create constraint trigger products_keep_figures_on_change after update on products
  deferrable initially deferred for each row
  when (old.status is distinct from new.status or (old.stock < 10) is distinct from (new.stock < 10))
  execute function keep_product_figures();

insert into order_figures
  select status, 0, count(*), sum(total), sum(amount_refunded) from orders group by status;
insert into order_figures_daily
  select shop_day(created_at), status, 0, count(*), sum(total), sum(amount_refunded) from orders group by 1, 2;
insert into product_sales_daily
  select shop_day(o.created_at), i.product_id, 0, sum(i.quantity), sum(i.quantity::bigint * i.price)
    from orders o join order_items i on i.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and i.product_id is not null group by 1, 2;
insert into product_figures
  select 0, count(*), count(*) filter (where stock < 10) from products where status <> 'archived';

-- Work that outlives the page that asked for it. A worker leases a job for one step at a time; the lease
-- carries a token, and a worker whose lease ran out, or whose job was stopped, changes nothing any more.
create table jobs (
  id uuid primary key,
  kind text not null,
  progress jsonb not null default '{}',
  requested_by text not null,
  created_at timestamptz not null,
  run_at timestamptz not null,
  -- Tries of the current step.
  attempts integer not null default 0,
  locked_until timestamptz,
  lock_token uuid,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz
);

-- At most one job of a kind is under way.
create unique index jobs_under_way on jobs (kind) where done_at is null and dead_at is null;
create index jobs_newest on jobs (kind, created_at desc);

-- A step that killed its worker every time never reports a failure: such a job is dead at its next claim.
create function claim_job(p_now timestamptz, p_lease interval, p_token uuid, p_attempts_max integer)
returns setof jobs language plpgsql as $$
begin
  update jobs set dead_at = p_now, last_error = 'every try ended without an answer'
    where done_at is null and dead_at is null and attempts >= p_attempts_max
      and (locked_until is null or locked_until < p_now);
  return query
    update jobs j set attempts = j.attempts + 1, locked_until = p_now + p_lease, lock_token = p_token
      from (select id from jobs where done_at is null and dead_at is null and run_at <= p_now
          and (locked_until is null or locked_until < p_now)
        order by run_at, id limit 1 for update skip locked) due
      where j.id = due.id returning j.*;
end $$;

-- A step is through: the next one runs at p_run_at, or with p_run_at null the job is done.
create function finish_job_step(p_id uuid, p_token uuid, p_progress jsonb, p_run_at timestamptz, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update jobs set progress = p_progress, attempts = 0, locked_until = null, lock_token = null, last_error = null,
      run_at = coalesce(p_run_at, run_at), done_at = case when p_run_at is null then p_now end
    where id = p_id and lock_token = p_token and done_at is null and dead_at is null;
  return found;
end $$;

create function fail_job_step(p_id uuid, p_token uuid, p_error text, p_attempts_max integer, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update jobs set locked_until = null, lock_token = null, last_error = p_error,
      run_at = p_now + least(interval '1 hour', interval '2 seconds' * power(3, attempts - 1)),
      dead_at = case when attempts >= p_attempts_max then p_now end
    where id = p_id and lock_token = p_token and done_at is null and dead_at is null;
  return found;
end $$;
