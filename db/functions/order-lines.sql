-- The lines of an order, as the shop's OrderItem.
create or replace function order_lines(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('productId', i.product_id, 'name', i.name,
      'image', case when i.image_url is not null then
        jsonb_build_object('url', i.image_url, 'alt', coalesce(nullif(i.image_alt, ''), i.name)) end,
      'variation', nullif(i.variation, ''), 'quantity', i.quantity, 'price', i.price) order by i.position, i.id), '[]')
    from order_items i where i.order_id = p_order_id);
end $$;
