-- Ends a change that waits for its payment, or whose payment was being canceled: it can't be paid anymore. The customer
-- is notified, except when they know already: it expired as its email said, or the order was canceled.
create or replace function end_change(p_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  n order_changes%rowtype;
begin
  update order_changes set state = 'ended', end_reason = coalesce(end_reason, 'expired'), ended_at = p_now
    where id = p_id and state in ('waiting', 'ending') returning * into n;
  if n.end_reason in ('withdrawn', 'changed') then
    insert into outbox (kind, unique_key, order_id, payload, created_at, next_at)
      values ('order_changed', 'order_changed:' || n.id, n.order_id, jsonb_build_object('what', 'withdrawn',
        'before', n.before ->> 'items', 'after', n.after ->> 'items', 'amount', n.difference), p_now, p_now);
  end if;
end $$;
