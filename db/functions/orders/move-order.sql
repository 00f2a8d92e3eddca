-- Moves an order to a status and writes its history. Nothing happens when it already has that status. The caller holds
-- the lock of the order.
create or replace function move_order(p_order_id uuid, p_to text, p_source text, p_note text, p_now timestamptz)
returns void language plpgsql as $$
declare
  before text;
begin
  select status into before from orders where id = p_order_id;
  if before = p_to then return; end if;
  update orders set status = p_to, updated_at = p_now where id = p_order_id;
  insert into order_events (order_id, from_status, to_status, source, note, created_at)
    values (p_order_id, before, p_to, p_source, p_note, p_now);
end $$;
