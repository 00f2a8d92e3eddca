-- The specification's procedure: an order with its items and their stock, all or nothing. With a checkout (from
-- settle_payment) it takes that checkout's hold and never refuses a paid order; called from SQL without one it raises
-- when there is not enough stock.
-- p_items: [{product_id, quantity, price (cents), variation, variant_id?, name?, image_url?, image_alt?, discount_cents?}]
-- variant_id: left out, it is the one of that name.
-- discount_cents: off the price of all units of the line together. The name of the discount is the checkout's, and so
-- are the rate and the state of the tax; without a checkout the state is the address's.
-- p_status: the first status of the order, with the way there in its history. An order that was stored as pending first
-- would be written again, with all its indexes and figures.
create or replace function create_order_with_items(
  p_user_id uuid, p_total integer, p_payment_intent_id text, p_shipping_address jsonb, p_items jsonb,
  p_order_id uuid default gen_random_uuid(), p_checkout_id uuid default null,
  p_subtotal integer default null, p_tax integer default 0, p_shipping integer default null,
  p_takes_stock boolean default true, p_source text default 'procedure', p_now timestamptz default now(),
  p_status text default 'pending', p_received integer default 0
) returns uuid language plpgsql as $$
declare
  v_subtotal integer := coalesce(p_subtotal,
    (select sum((item ->> 'price')::integer * (item ->> 'quantity')::integer) from jsonb_array_elements(p_items) item));
  v_discount integer := (select coalesce(sum((item ->> 'discount_cents')::integer), 0) from jsonb_array_elements(p_items) item);
begin
  if coalesce(jsonb_array_length(p_items), 0) = 0 then
    raise exception 'an order has at least one item' using errcode = 'check_violation', hint = 'no_items';
  end if;
  insert into orders (id, checkout_id, user_id, payment_intent_id, status, subtotal, tax, shipping, total,
      shipping_address, source, created_at, updated_at, discount, discount_id, discount_name, tax_rate, tax_state,
      shipping_tax, is_rehearsal, amount_received)
    select p_order_id, p_checkout_id, p_user_id, p_payment_intent_id, p_status, v_subtotal, p_tax,
        coalesce(p_shipping, p_total - v_subtotal + v_discount - p_tax), p_total, p_shipping_address, p_source, p_now, p_now,
        v_discount, c.discount_id, c.discount_name, c.tax_rate, coalesce(c.tax_state, p_shipping_address ->> 'state'),
        coalesce(c.shipping_tax, 0), coalesce(c.is_rehearsal, false), p_received
      from (select) one left join checkouts c on c.id = p_checkout_id;
  insert into order_items (order_id, position, product_id, variant_id, quantity, price, variation, name, image_url, image_alt,
      discount_cents)
    select p_order_id, line.position, (line.item ->> 'product_id')::uuid,
        coalesce((line.item ->> 'variant_id')::uuid,
          asked_variant(product.id, null, line.item ->> 'variation')), (line.item ->> 'quantity')::integer,
        (line.item ->> 'price')::integer, nullif(line.item ->> 'variation', ''),
        coalesce(line.item ->> 'name', product.name, 'Product'), coalesce(line.item ->> 'image_url', product.image_url),
        coalesce(line.item ->> 'image_alt', product.image_alt, ''), coalesce((line.item ->> 'discount_cents')::integer, 0)
      from jsonb_array_elements(p_items) with ordinality as line (item, position)
      left join products product on product.id = (line.item ->> 'product_id')::uuid;
  perform make_units(p_order_id, case when p_takes_stock and p_checkout_id is null then 'taken' else 'none' end);
  insert into order_events (order_id, from_status, to_status, source, created_at)
    select p_order_id, step.was, step.becomes, p_source, p_now
      from (values (null, 'pending'), ('pending', p_status)) step (was, becomes) where step.was is distinct from step.becomes;
  if p_takes_stock and p_checkout_id is not null then
    perform take_units(p_order_id, null, p_checkout_id, null, p_source, p_now);
  elsif p_takes_stock then
    perform decrease_product_stock(line.product_id, line.quantity, line.variation, p_order_id, p_now)
      from (select product_id, coalesce(variation, '') as variation, sum(quantity)::integer as quantity
        from order_items where order_id = p_order_id group by 1, 2 order by 1, 2) line;
  end if;
  return p_order_id;
end $$;
