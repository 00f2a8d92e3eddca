-- What happens to money after the sale. The provider's word is the fact: refunds and disputes are merged
-- from what it says, whoever began them (the owner here, the owner in the provider's own dashboard, the
-- cardholder's bank), in any order and any number of times, and one function then moves the order to what
-- the facts say. Locks as everywhere: order first, then inventory by product and variation.

alter table orders
  -- Reasons that the owner has dealt with. The checks still know by them why an order is an exception.
  add column attention_resolved text[] not null default '{}';

alter table refunds
  -- Whether the goods came back: the lines go on the shelf again, once, when the provider takes the refund.
  add column restock boolean not null default false,
  add column actor text;

-- The key that is sent is `key`, or `key:2`, `key:3` … after it was certain that the one before made nothing.
alter table payment_operations
  add column key_number integer not null default 1 check (key_number >= 1),
  -- When the current number was first used; null: when the row was made. Keys are forgotten after a day.
  add column key_since timestamptz;

create table disputes (
  id text primary key,
  order_id uuid not null references orders (id),
  amount integer not null check (amount >= 0),
  status text not null,
  reason text not null,
  -- Until when the bank takes evidence.
  due_at timestamptz,
  -- Sequence of the provider read that this row comes from; an older read never overwrites a newer.
  read bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index disputes_order on disputes (order_id);

-- What the shop itself could not put right and the owner must see: money without an order, a broken rule.
create table payment_alerts (
  key text primary key,
  intent_id text unique,
  checkout_id text,
  reason text not null,
  amount integer,
  detail text not null default '',
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  resolved_at timestamptz,
  resolved_by text
);

create index payment_alerts_open on payment_alerts (first_seen) where resolved_at is null;

create function dispute_is_open(p_status text) returns boolean language sql immutable as $$
  select p_status not in ('won', 'lost', 'warning_closed', 'prevented');
$$;

-- A refund only ever moves forward: underway, then succeeded, then failed or canceled (a bank may send
-- money back days later). So a late or replayed answer never undoes a newer one.
create function refund_stage(p_status text) returns integer language sql immutable as $$
  select case when p_status in ('pending', 'requires_action') then 0 when p_status = 'succeeded' then 1 else 2 end;
$$;

-- Puts the sold pieces of an order back on the shelf, each line at most once. An option that is not sold any
-- more has no shelf and is left out. Returns how many lines were put back.
create function restock_order(p_order_id uuid, p_source text, p_now timestamptz) returns integer language plpgsql as $$
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
      where m.order_id = p_order_id and m.kind = 'sale' order by 1, 2
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

-- Merges what the provider says of an order's refunds; returns how many lines went back on the shelf.
-- p_refunds: [{id, amount, status, reason, refund_id (ours, from the metadata, or null), created_at}]
create function merge_refunds(p_order_id uuid, p_refunds jsonb, p_source text, p_now timestamptz)
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
      restocked := restocked + restock_order(p_order_id, p_source, p_now);
    end if;
  end loop;
  return restocked;
end $$;

-- p_disputes: [{id, amount, status, reason, due_at, created_at}]; p_read was taken before the provider was asked.
create function merge_disputes(
  p_order_id uuid, p_disputes jsonb, p_read bigint, p_now timestamptz
) returns void language plpgsql as $$
declare
  fact record;
  was text;
begin
  for fact in
    select f ->> 'id' as id, (f ->> 'amount')::integer as amount, f ->> 'status' as status, f ->> 'reason' as reason,
        (f ->> 'due_at')::timestamptz as due_at, coalesce((f ->> 'created_at')::timestamptz, p_now) as created_at
      from jsonb_array_elements(p_disputes) f order by 1
  loop
    select status into was from disputes where id = fact.id;
    insert into disputes (id, order_id, amount, status, reason, due_at, read, created_at, updated_at)
      values (fact.id, p_order_id, fact.amount, fact.status, fact.reason, fact.due_at, p_read, fact.created_at, p_now)
      on conflict (id) do update set amount = excluded.amount, status = excluded.status, reason = excluded.reason,
        due_at = excluded.due_at, read = excluded.read, updated_at = excluded.updated_at
        where disputes.read <= excluded.read;
    if not found or was is not distinct from fact.status then continue; end if;
    if fact.status = 'lost' then
      perform flag_order(p_order_id, 'dispute_lost', p_now);
    elsif dispute_is_open(fact.status) and (was is null or not dispute_is_open(was)) then
      perform flag_order(p_order_id, 'disputed', p_now);
    end if;
  end loop;
  if not exists (select 1 from disputes where order_id = p_order_id and dispute_is_open(status)) then
    update orders set attention = array_remove(attention, 'disputed') where id = p_order_id and 'disputed' = any (attention);
  end if;
end $$;

-- Moves a paid order to what is known of its money. What went back is every refund that the provider knows
-- of and that has not failed, and every lost dispute. A pending refund counts: the provider has taken it from
-- the shop's balance already and counts it the same way, so both books show one figure at any time; if it
-- fails the order moves back. A refund that was only written down here does not count yet. The state
-- under a dispute is not remembered but computed: the order goes back to what is true then, also when part
-- of it was refunded meanwhile.
create function match_order_to_money(p_order_id uuid, p_source text, p_now timestamptz) returns void language plpgsql as $$
declare
  o orders%rowtype;
  went_back integer;
begin
  select * into o from orders where id = p_order_id for update;
  select least(o.amount_received,
      coalesce((select sum(amount) from refunds where order_id = o.id and provider_refund_id is not null
        and refund_stage(status) < 2), 0)
      + coalesce((select sum(amount) from disputes where order_id = o.id and status = 'lost'), 0))
    into went_back;
  if went_back <> o.amount_refunded then
    update orders set amount_refunded = went_back, updated_at = p_now where id = o.id;
  end if;
  if o.status not in ('paid', 'partially_refunded', 'refunded', 'disputed') then return; end if;
  perform move_order(o.id, case
    when exists (select 1 from disputes where order_id = o.id and dispute_is_open(status)) then 'disputed'
    when went_back = 0 then 'paid'
    when went_back >= o.amount_received then 'refunded'
    else 'partially_refunded' end, p_source, null, p_now);
end $$;

-- Everything that the provider says of an order's money after the payment, in one transaction. Returns
-- {status, previous_status, updated, restocked}; null when there is no such order.
create function apply_payment_facts(
  p_order_id uuid, p_refunds jsonb, p_disputes jsonb, p_read bigint, p_source text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  before orders%rowtype;
  after orders%rowtype;
  restocked integer;
begin
  select * into before from orders where id = p_order_id for update;
  if not found then return null; end if;
  restocked := merge_refunds(p_order_id, p_refunds, p_source, p_now);
  perform merge_disputes(p_order_id, p_disputes, p_read, p_now);
  perform match_order_to_money(p_order_id, p_source, p_now);
  select * into after from orders where id = p_order_id;
  return jsonb_build_object('status', after.status, 'previous_status', before.status, 'restocked', restocked,
    'updated', after.status <> before.status or after.amount_refunded <> before.amount_refunded);
end $$;

create function apply_refunds(p_order_id uuid, p_refunds jsonb, p_source text, p_now timestamptz)
returns jsonb language sql as $$
  select apply_payment_facts(p_order_id, p_refunds, '[]'::jsonb, 0, p_source, p_now);
$$;

-- The provider refused a refund that we asked for: nothing went back.
create function fail_refund(p_refund_id uuid, p_now timestamptz) returns void language sql as $$
  update refunds set status = 'failed', updated_at = p_now
    where id = p_refund_id and provider_refund_id is null and status = 'pending';
$$;

-- Claims operations that are due, for a while: whoever dies with one leaves it to the next. Two that hold one
-- at the same time do no harm, they send the same key.
create function claim_operations(p_kinds text[], p_limit integer, p_now timestamptz, p_lease interval)
returns setof payment_operations language sql as $$
  update payment_operations o set attempts = o.attempts + 1, next_at = p_now + p_lease, updated_at = p_now
    from (select id from payment_operations where state = 'todo' and kind = any (p_kinds) and next_at <= p_now
      order by next_at, id limit p_limit for update skip locked) due
    where o.id = due.id returning o.*;
$$;
