-- Sends a parcel with pieces of an order ({order_items.id: pieces}), of which the caller holds the lock and knows that they
-- are to be sent. Answers the parcel's number.
create or replace function add_parcel(
  p_parcel_id uuid, p_order_id uuid, p_way text, p_carrier text, p_tracking_number text, p_pieces jsonb, p_actor text,
  p_now timestamptz
) returns integer language plpgsql as $$
declare
  v_number integer := (select count(*) + 1 from parcels where order_id = p_order_id);
begin
  insert into parcels (id, order_id, number, way, carrier, tracking_number, created_at)
    values (p_parcel_id, p_order_id, v_number, p_way, p_carrier, p_tracking_number, p_now);
  insert into parcel_lines (parcel_id, order_item_id, pieces)
    select p_parcel_id, key::uuid, value::integer from jsonb_each_text(p_pieces) where value::integer > 0;
  insert into fulfillment_events (order_id, to_status, carrier, tracking_number, actor, parcel_id, created_at)
    values (p_order_id, 'shipped', p_carrier, p_tracking_number, p_actor, p_parcel_id, p_now);
  perform count_pieces(p_order_id, p_now);
  return v_number;
end $$;
