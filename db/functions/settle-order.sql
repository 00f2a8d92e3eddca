-- The order of a checkout, made from its snapshot if there is none yet, with or without taking its stock.
create or replace function settle_order(
  c checkouts, p_existing uuid, p_intent_id text, p_takes_stock boolean, p_source text, p_now timestamptz
) returns uuid language plpgsql as $$
begin
  if p_existing is not null then
    if p_takes_stock then perform take_order_stock(p_existing, c.id, p_source, p_now); end if;
    return p_existing;
  end if;
  return create_order_with_items(null, c.total, p_intent_id, c.shipping_address,
    (select jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity, 'price', price,
        'variation', variation, 'name', name, 'image_url', image_url, 'image_alt', image_alt, 'discount_cents', discount_cents)
        order by product_id, variation) from checkout_items where checkout_id = c.id),
    c.order_id, c.id, c.subtotal, c.tax, c.shipping, p_takes_stock, p_source, p_now);
end $$;
