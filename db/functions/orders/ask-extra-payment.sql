-- Asks for what a change of an order, of which the caller holds the lock, costs more: its checkout with the new units, their
-- hold, and the call that will ask the provider for its payment. Answers 'asked'; 'sold_out' when too few units are free,
-- and 'open' when the order waits for a payment already; then nothing is written.
-- p_change: the row of order_changes; p_checkout: that of its checkout; p_line: its one line; p_call: the call's row.
create or replace function ask_extra_payment(p_change jsonb, p_checkout jsonb, p_line jsonb, p_call jsonb, p_now timestamptz)
returns text language plpgsql as $$
declare
  n order_changes := jsonb_populate_record(null::order_changes, p_change);
  c checkouts := jsonb_populate_record(null::checkouts, p_checkout);
  l checkout_items := jsonb_populate_record(null::checkout_items, p_line);
begin
  if exists (select from order_changes where order_id = n.order_id and state in ('waiting', 'ending')) then return 'open'; end if;
  perform 1 from inventory where id = l.variant_id
    and on_hand - held >= cardinality(n.units) for update;
  if not found then return 'sold_out'; end if;
  insert into checkouts (id, order_id, idempotency_key, request_hash, subtotal, tax, shipping, total, shipping_address,
      expires_at, extended_at, is_rehearsal, extra_payment_for, tax_state, hold_active, visitor, visitor_has_paid, created_at, updated_at)
    select n.id, c.order_id, 'extra-payment:' || n.id, '', n.goods - n.goods_back, n.tax - n.tax_back, 0,
        n.goods + n.tax - n.goods_back - n.tax_back, o.shipping_address,
        n.expires_at, p_now, o.is_rehearsal, o.id, o.tax_state, true, c.visitor, true, p_now, p_now
      from orders o where o.id = n.order_id;
  insert into checkout_items (checkout_id, product_id, variant_id, variation, quantity, price, name, image_url, image_alt, discount_cents)
    values (n.id, l.product_id, l.variant_id, l.variation, cardinality(n.units), l.price, l.name, l.image_url, coalesce(l.image_alt, ''),
      coalesce(l.discount_cents, 0));
  perform hold_checkout_stock(n.id);
  insert into order_changes (id, order_id, kind, state, before, after, item_id, units, goods_back, tax_back, goods, gift, tax, actor,
      created_at, expires_at)
    values (n.id, n.order_id, n.kind, 'waiting', n.before, n.after, n.item_id, n.units, n.goods_back, n.tax_back, n.goods, n.gift,
      n.tax, n.actor, p_now, n.expires_at);
  insert into payment_operations (id, kind, key, checkout_id, params, next_at, created_at, updated_at)
    values ((p_call ->> 'id')::uuid, 'create', p_call ->> 'key', n.id, p_call -> 'params',
      (p_call ->> 'next_at')::timestamptz, p_now, p_now);
  return 'asked';
end $$;
