-- The items of an order with the units that can still be refunded, as the shop's RefundableLine. Of a canceled order these
-- are the ones that no refund pays for. Units come first that are not off the shelf, and last that came with a return.
create or replace function refundable_lines(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'variation', nullif(i.variation, ''),
      'price', i.price, 'gift', coalesce((select n.gift from order_changes n where n.id = i.id), 0),
      'units', (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'isSent', u.state in ('shipped', 'returned'),
            'returnId', u.return_id, 'goods', u.paid_cents, 'tax', u.tax_cents)
          order by u.return_id is not null, u.stock = 'taken', u.position), '[]')
        from order_units u where u.order_item_id = i.id and u.refund_id is null and u.state <> 'replaced'),
      'hasShelf', exists (select from inventory shelf where shelf.id = i.variant_id)) order by i.position, i.id), '[]')
    from order_items i where i.order_id = p_order_id);
end $$;
