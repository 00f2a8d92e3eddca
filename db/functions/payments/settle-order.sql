-- Makes the order of a checkout from its snapshot, or brings the one that there is, to a status. A paid one takes its stock.
create or replace function settle_order(
  c checkouts, p_existing uuid, p_intent_id text, p_status text, p_received integer, p_source text, p_now timestamptz
) returns uuid language plpgsql as $$
begin
  if p_existing is not null then
    if p_status = 'paid' then perform take_units(p_existing, null, c.id, null, p_source, p_now); end if;
    perform move_order(p_existing, p_status, p_source, null, p_now);
    update orders set amount_received = p_received where id = p_existing and amount_received <> p_received;
    return p_existing;
  end if;
  return create_order_with_items(null, c.total, p_intent_id, c.shipping_address,
    (select jsonb_agg(jsonb_build_object('product_id', product_id, 'variant_id', variant_id, 'quantity', quantity, 'price', price,
        'variation', variation, 'name', name, 'image_url', image_url, 'image_alt', image_alt, 'discount_cents', discount_cents)
        order by position, product_id, variation) from checkout_items where checkout_id = c.id),
    c.order_id, c.id, c.subtotal, c.tax, c.shipping, p_status = 'paid', p_source, p_now, p_status, p_received);
end $$;
