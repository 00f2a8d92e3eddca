-- The lines of an order as its refunds see them, as the shop's RefundableLine: also those of which all was swapped, since
-- what they were sold for is part of the sum. Of a canceled order, pieces that no refund was for can still be refunded.
create or replace function refundable_lines(p_order_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'variation', nullif(i.variation, ''),
      'quantity', i.quantity - swapped, 'price', i.price,
      'refunded', coalesce((line ->> 'refunded')::integer, 0) - swapped,
      'canceled', coalesce((line ->> 'canceled')::integer, 0) - swapped_unsent,
      'sent', coalesce((line ->> 'sent')::integer, 0) - swapped + swapped_unsent,
      'goodsBack', back.goods + swap.goods, 'taxBack', back.tax + swap.tax,
      'hasShelf', exists (select from inventory shelf where shelf.id = i.variant_id))
      || case when i.discount_cents = 0 then '{}' else jsonb_build_object('discount', i.discount_cents) end
      || case when swapped = 0 then '{}' else jsonb_build_object('swapped', swapped) end
      || case when i.tax_cents is null then '{}' else jsonb_build_object('ownTax', i.tax_cents) end
      order by i.position, i.id), '[]')
    from order_items i join orders o on o.id = i.order_id
    cross join lateral (select o.pieces -> i.id::text as line) known
    cross join lateral (select coalesce((line ->> 'swapped')::integer, 0) as swapped,
      coalesce((line ->> 'swappedUnsent')::integer, 0) as swapped_unsent) gone
    cross join lateral (select coalesce(sum(l.goods), 0) as goods, coalesce(sum(l.tax), 0) as tax
      from refund_lines l join refunds r on r.id = l.refund_id
      where r.order_id = p_order_id and refund_stage(r.status) < 2 and l.order_item_id = i.id) back
    cross join lateral (select coalesce(sum(w.goods_back), 0) as goods, coalesce(sum(w.tax_back), 0) as tax
      from swaps w where w.from_item_id = i.id) swap
    where i.order_id = p_order_id);
end $$;
