-- Brings an order, of which the caller holds the lock, to what has become of its units: whether it has something to ship,
-- whether it is shipped, which extra payments were overtaken, and how far its returns are.
create or replace function count_units(p_order_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  is_open boolean := exists (select from order_units where order_id = p_order_id and state = 'to_ship');
begin
  update order_changes n set state = 'ending', end_reason = 'changed'
    where n.order_id = p_order_id and n.state = 'waiting'
      and exists (select from order_units u where u.id = any (n.units) and u.state <> 'to_ship');
  update orders set has_to_send = is_open and cleared_at is null, updated_at = p_now
    where id = p_order_id and has_to_send <> (is_open and cleared_at is null);
  update orders set fulfillment = 'shipped', updated_at = p_now where id = p_order_id and fulfillment = 'unfulfilled'
    and not is_open and exists (select from parcels where order_id = p_order_id);
  update orders set fulfillment = 'unfulfilled', updated_at = p_now where id = p_order_id
    and fulfillment in ('shipped', 'delivered', 'returned') and is_open;
  perform count_returns(p_order_id, p_now);
end $$;
