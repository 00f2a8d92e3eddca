-- The items of an order as they are by now, as the shop's OrderItem: units that were replaced are those of the item that
-- replaces them.
create or replace function order_lines(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'productId', i.product_id, 'name', i.name,
      'image', case when i.image_url is not null then
        jsonb_build_object('url', i.image_url, 'alt', coalesce(nullif(i.image_alt, ''), i.name)) end,
      'variation', nullif(i.variation, ''), 'quantity', u.quantity, 'price', i.price,
      'refunded', u.refunded, 'canceled', u.canceled, 'sent', u.sent)
      || case when i.variant_id is null then '{}' else jsonb_build_object('variantId', i.variant_id) end
      || case when i.discount_cents = 0 then '{}' else jsonb_build_object('discount', i.discount_cents) end
      order by i.position, i.id), '[]')
    from order_items i join (select order_item_id, count(*) as quantity, count(refund_id) as refunded,
        count(*) filter (where state = 'canceled') as canceled, count(shipment_id) as sent
      from order_units where order_id = p_order_id and state <> 'replaced' group by 1) u on u.order_item_id = i.id
    where i.order_id = p_order_id);
end $$;
