-- The lines of an order, as the shop's OrderItem. Of a canceled order every piece is canceled.
create or replace function order_lines(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'productId', i.product_id, 'name', i.name,
      'image', case when i.image_url is not null then
        jsonb_build_object('url', i.image_url, 'alt', coalesce(nullif(i.image_alt, ''), i.name)) end,
      'variation', nullif(i.variation, ''), 'quantity', i.quantity, 'price', i.price,
      'refunded', coalesce((line ->> 'refunded')::integer, 0),
      'canceled', case when o.fulfillment = 'canceled' then i.quantity else coalesce((line ->> 'canceled')::integer, 0) end,
      'sent', coalesce((line ->> 'sent')::integer, 0))
      || case when i.discount_cents = 0 then '{}' else jsonb_build_object('discount', i.discount_cents) end
      order by i.position, i.id), '[]')
    from order_items i join orders o on o.id = i.order_id
    cross join lateral (select o.pieces -> i.id::text as line) known
    where i.order_id = p_order_id);
end $$;
