-- Merges the provider's disputes of an order. An older read never overwrites a newer one.
-- p_disputes: [{id, amount, status, reason, payment, due_at, created_at}]; p_read was taken before the provider was asked.
create or replace function merge_disputes(
  p_order_id uuid, p_disputes jsonb, p_read bigint, p_now timestamptz
) returns void language plpgsql as $$
declare
  fact record;
  was text;
begin
  for fact in
    select f ->> 'id' as id, (f ->> 'amount')::integer as amount, f ->> 'status' as status, f ->> 'reason' as reason,
        nullif(f ->> 'payment', (select payment_intent_id from orders where id = p_order_id)) as payment,
        (f ->> 'due_at')::timestamptz as due_at, coalesce((f ->> 'created_at')::timestamptz, p_now) as created_at
      from jsonb_array_elements(p_disputes) f order by 1
  loop
    select status into was from disputes where id = fact.id;
    insert into disputes (id, order_id, amount, status, reason, payment_intent_id, due_at, read, created_at, updated_at)
      values (fact.id, p_order_id, fact.amount, fact.status, fact.reason, fact.payment, fact.due_at, p_read,
        fact.created_at, p_now)
      on conflict (id) do update set amount = excluded.amount, status = excluded.status, reason = excluded.reason,
        due_at = excluded.due_at, read = excluded.read, updated_at = excluded.updated_at
        where disputes.read <= excluded.read;
    if not found or was is not distinct from fact.status then continue; end if;
    if fact.status = 'lost' then
      perform flag_order(p_order_id, 'dispute_lost', p_now);
    elsif dispute_is_open(fact.status) and (was is null or not dispute_is_open(was)
        or was like 'warning\_%' and fact.status not like 'warning\_%') then
      perform flag_order(p_order_id, 'disputed', p_now);
    end if;
  end loop;
  if not exists (select 1 from disputes where order_id = p_order_id and dispute_is_open(status)) then
    update orders set attention = array_remove(attention, 'disputed') where id = p_order_id and 'disputed' = any (attention);
  end if;
end $$;
