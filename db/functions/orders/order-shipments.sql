-- The shipments of an order with their units, first one first, as the shop's Shipment.
create or replace function order_shipments(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.number, 'way', p.way, 'carrier', p.carrier,
      'trackingNumber', p.tracking_number, 'isCorrected', p.is_corrected,
      'at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('itemId', i.id, 'name', i.name,
          'variation', nullif(i.variation, ''), 'quantity', u.quantity) order by i.position, i.id), '[]')
        from (select order_item_id, count(*) as quantity from order_units where shipment_id = p.id group by 1) u
          join order_items i on i.id = u.order_item_id)) order by p.number), '[]')
    from shipments p where p.order_id = p_order_id);
end $$;
