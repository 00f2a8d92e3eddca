-- Puts all units of an order back on the shelf that are off it: the order is canceled, or was a test.
create or replace function restock_order(
  p_order_id uuid, p_source text, p_now timestamptz, p_refund_id uuid default null
) returns void language plpgsql as $$
begin
  perform shelve_units(array(select id from order_units where order_id = p_order_id and stock = 'taken'),
    p_order_id, p_refund_id, null, p_source, p_now);
end $$;
