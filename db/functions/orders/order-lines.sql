-- The lines of an order as they are by now, as the shop's OrderItem: pieces that were swapped are those of the line that
-- replaces them. Of a canceled order every piece is canceled.
create or replace function order_lines(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'productId', i.product_id, 'name', i.name,
      'image', case when i.image_url is not null then
        jsonb_build_object('url', i.image_url, 'alt', coalesce(nullif(i.image_alt, ''), i.name)) end,
      'variation', nullif(i.variation, ''), 'quantity', i.quantity - swapped, 'price', i.price,
      'refunded', coalesce((line ->> 'refunded')::integer, 0) - swapped,
      'canceled', case when o.fulfillment = 'canceled' then i.quantity - swapped
        else coalesce((line ->> 'canceled')::integer, 0) - swapped_unsent end,
      'sent', coalesce((line ->> 'sent')::integer, 0) - swapped + swapped_unsent)
      || case when i.variant_id is null then '{}' else jsonb_build_object('variantId', i.variant_id) end
      || case when i.discount_cents = 0 then '{}' else jsonb_build_object('discount', i.discount_cents) end
      order by i.position, i.id), '[]')
    from order_items i join orders o on o.id = i.order_id
    cross join lateral (select o.pieces -> i.id::text as line) known
    cross join lateral (select coalesce((line ->> 'swapped')::integer, 0) as swapped,
      coalesce((line ->> 'swappedUnsent')::integer, 0) as swapped_unsent) gone
    where i.order_id = p_order_id and i.quantity > swapped);
end $$;
