-- Asks for a top-up of an order, of which the caller holds the lock: its checkout with the new pieces, their hold, and the
-- call that will ask the provider for its payment. Answers 'asked'; 'sold_out' when too few pieces are free, and 'open'
-- when the order is asked for one already; then nothing is written.
-- p_top_up: the row of top_ups; p_checkout: that of its checkout; p_line: its one line; p_call: the call's row.
create or replace function ask_top_up(p_top_up jsonb, p_checkout jsonb, p_line jsonb, p_call jsonb, p_now timestamptz)
returns text language plpgsql as $$
declare
  t top_ups := jsonb_populate_record(null::top_ups, p_top_up);
  n checkouts := jsonb_populate_record(null::checkouts, p_checkout);
  l checkout_items := jsonb_populate_record(null::checkout_items, p_line);
begin
  if exists (select from top_ups where order_id = t.order_id and ended_at is null) then return 'open'; end if;
  perform 1 from inventory where id = l.variant_id
    and on_hand - held >= l.quantity for update;
  if not found then return 'sold_out'; end if;
  insert into checkouts (id, order_id, idempotency_key, request_hash, subtotal, tax, shipping, total, shipping_address,
      expires_at, extended_at, is_rehearsal, tops_up, tax_state, hold_active, visitor, visitor_has_paid, created_at, updated_at)
    select n.id, n.order_id, 'top-up:' || n.id, '', n.subtotal, n.tax, 0, n.subtotal + n.tax, o.shipping_address,
        t.expires_at, p_now, o.is_rehearsal, o.id, o.tax_state, true, n.visitor, true, p_now, p_now
      from orders o where o.id = t.order_id;
  insert into checkout_items (checkout_id, product_id, variant_id, variation, quantity, price, name, image_url, image_alt, discount_cents)
    values (n.id, l.product_id, l.variant_id, l.variation, l.quantity, l.price, l.name, l.image_url, coalesce(l.image_alt, ''),
      coalesce(l.discount_cents, 0));
  perform hold_checkout_stock(n.id);
  insert into top_ups (checkout_id, order_id, item_id, swap, seen, pieces_before, pieces_after, amount, actor, created_at,
      expires_at)
    select n.id, t.order_id, t.item_id, t.swap, o.pieces -> t.item_id::text, t.pieces_before, t.pieces_after, t.amount,
        t.actor, p_now, t.expires_at
      from orders o where o.id = t.order_id;
  insert into payment_operations (id, kind, key, checkout_id, params, next_at, created_at, updated_at)
    values ((p_call ->> 'id')::uuid, 'create', p_call ->> 'key', n.id, p_call -> 'params',
      (p_call ->> 'next_at')::timestamptz, p_now, p_now);
  return 'asked';
end $$;
