-- Ships units of an order ({order_items.id: how many}), of which the caller holds the lock and knows that they are to be
-- shipped; those first that there is stock for. Answers the shipment's number.
create or replace function add_shipment(
  p_shipment_id uuid, p_order_id uuid, p_way text, p_carrier text, p_tracking_number text, p_units jsonb, p_actor text,
  p_now timestamptz
) returns integer language plpgsql as $$
declare
  v_number integer := (select count(*) + 1 from shipments where order_id = p_order_id);
begin
  insert into shipments (id, order_id, number, way, carrier, tracking_number, created_at)
    values (p_shipment_id, p_order_id, v_number, p_way, p_carrier, p_tracking_number, p_now);
  update order_units u set state = 'shipped', shipment_id = p_shipment_id
    from (select id, order_item_id, row_number() over (partition by order_item_id order by stock <> 'taken', position) as nth
      from order_units where order_id = p_order_id and state = 'to_ship') next
    where u.id = next.id and next.nth <= (p_units ->> next.order_item_id::text)::integer;
  insert into fulfillment_events (order_id, to_status, carrier, tracking_number, actor, shipment_id, created_at)
    values (p_order_id, 'shipped', p_carrier, p_tracking_number, p_actor, p_shipment_id, p_now);
  perform count_units(p_order_id, p_now);
  return v_number;
end $$;
