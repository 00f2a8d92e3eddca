-- Removes the customer's identity from the history of erased orders; other orders stay as they are. It runs as the
-- owner of the tables: the role that runs the shop can't change history and can only call this.
create or replace function erase_order_history(p_orders uuid[]) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  forgotten uuid[] := (select array_agg(id) from orders where id = any (p_orders) and forgotten_at is not null);
begin
  update order_notes n set note = erased_history('order_notes', to_jsonb(n)) ->> 'note' where order_id = any (forgotten);
  update order_changes c set before = '{}', after = '{}' where order_id = any (forgotten) and kind in ('address', 'email');
  update fulfillment_events f set tracking_number = '',
      reason = erased_history('fulfillment_events', to_jsonb(f)) ->> 'reason'
    where order_id = any (forgotten) and (tracking_number <> '' or reason is not null);
  update admin_audit a set
      before = nullif(erased_history('admin_audit', to_jsonb(a)) -> 'before', 'null'),
      after = nullif(erased_history('admin_audit', to_jsonb(a)) -> 'after', 'null')
    where object = any (forgotten::text[]) and (before is not null or after is not null);
end $$;
