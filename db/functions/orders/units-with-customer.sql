-- How many units of an item left, and were neither refunded nor exchanged since: the shop's piecesWithShopper.
create or replace function units_with_customer(p_item_id uuid) returns integer language plpgsql stable as $$
begin
  return (select count(*) from order_units
    where order_item_id = p_item_id and state in ('shipped', 'returned') and refund_id is null);
end $$;
