-- A refund puts back on the shelf as many pieces of a line as came back, not only whole lines.

-- {order_items.id: pieces}; null: all that is left of the order. Counts only with restock.
alter table refunds add column restock_pieces jsonb;
update refunds set restock_pieces = coalesce((select jsonb_object_agg(l.id, l.quantity) from order_items l
    where l.order_id = refunds.order_id and l.id = any (refunds.restock_items)), '{}')
  where restock_items is not null;
alter table refunds drop column restock_items;

-- Several refunds may each put back pieces of the same line, each of them once.
alter table stock_movements add column refund_id uuid;
drop index stock_movements_once_per_order_line;
create unique index stock_movements_once_per_order_line
  on stock_movements (order_id, product_id, variation, kind, coalesce(refund_id, order_id)) where order_id is not null;

drop function restock_order(uuid, text, timestamptz, uuid[]);

-- Puts sold pieces of an order back on the shelf: as many as p_pieces says of each line ({order_items.id: pieces};
-- null: all), for one refund once, and never more than were sold and have not gone back. An option that is not
-- sold any more has no shelf and is left out. Returns how many lines were put back.
create function restock_order(
  p_order_id uuid, p_source text, p_now timestamptz, p_refund_id uuid default null, p_pieces jsonb default null
) returns integer language plpgsql as $$
declare
  line record;
  restocked integer := 0;
begin
  perform 1 from inventory i
    join stock_movements m on m.product_id = i.product_id and m.variation = i.variation
    where m.order_id = p_order_id and m.kind = 'sale' order by i.product_id, i.variation for update of i;
  for line in
    select away.product_id, away.variation, least(away.quantity, wanted.quantity) as quantity
      from (select product_id, variation, -sum(quantity) as quantity from stock_movements
        where order_id = p_order_id and kind in ('sale', 'restock') group by product_id, variation) away
      join inventory i on i.product_id = away.product_id and i.variation = away.variation
      join lateral (select case when p_pieces is null then away.quantity
          else coalesce(sum((p_pieces ->> l.id::text)::integer), 0) end as quantity
        from order_items l where l.order_id = p_order_id and l.product_id = away.product_id
          and coalesce(l.variation, '') = away.variation) wanted on true
      where least(away.quantity, wanted.quantity) > 0
      order by 1, 2
  loop
    insert into stock_movements (product_id, variation, kind, quantity, order_id, refund_id, source, created_at)
      values (line.product_id, line.variation, 'restock', line.quantity, p_order_id, p_refund_id, p_source, p_now)
      on conflict (order_id, product_id, variation, kind, coalesce(refund_id, order_id)) where order_id is not null
      do nothing;
    if found then
      update inventory set on_hand = on_hand + line.quantity
        where product_id = line.product_id and variation = line.variation;
      restocked := restocked + 1;
    end if;
  end loop;
  return restocked;
end $$;

-- As in 0013, with the refund's own pieces.
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
      restocked := restocked + restock_order(p_order_id, p_source, p_now, r.id, r.restock_pieces);
    end if;
  end loop;
  return restocked;
end $$;
