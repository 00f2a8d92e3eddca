-- Writes a checkout that checkout_facts has judged in this transaction: its snapshot, its hold (unless it
-- holds_at_pay), and the use of its discount. p_checkout: the row; p_lines: its lines.
create or replace function store_checkout(p_checkout jsonb, p_lines jsonb, p_now timestamptz)
returns void language plpgsql as $$
declare
  n checkouts := jsonb_populate_record(null::checkouts, p_checkout);
begin
  insert into checkouts (id, order_id, idempotency_key, request_hash, subtotal, tax, shipping, total, shipping_address,
      access_token_hash, expires_at, hold_minutes, extended_at, visitor, visitor_has_paid, is_hosted, holds_at_pay,
      arrives_from, arrives_to, discount, discount_id, discount_name, discount_email, tax_rate, tax_state, shipping_tax,
      is_rehearsal, hold_active, created_at, updated_at)
    values (n.id, n.order_id, n.idempotency_key, n.request_hash, n.subtotal, n.tax, n.shipping, n.total,
      n.shipping_address, n.access_token_hash, n.expires_at, n.hold_minutes, n.extended_at, n.visitor,
      n.visitor_has_paid, n.is_hosted, n.holds_at_pay, n.arrives_from, n.arrives_to, n.discount, n.discount_id,
      n.discount_name, n.discount_email, n.tax_rate, n.tax_state, n.shipping_tax, n.is_rehearsal, not n.holds_at_pay, p_now, p_now);
  insert into checkout_items (checkout_id, position, product_id, variant_id, variation, quantity, price, name, image_url,
      image_alt, discount_cents)
    select n.id, line.position, l.product_id, l.variant_id, l.variation, l.quantity, l.price, l.name, l.image_url,
        l.image_alt, l.discount_cents
      from jsonb_array_elements(p_lines) with ordinality line (item, position)
        cross join jsonb_populate_record(null::checkout_items, line.item) l;
  if n.discount_id is not null then
    insert into discount_uses (checkout_id, discount_id, email) values (n.id, n.discount_id, n.discount_email);
    update discounts set uses = uses + 1 where id = n.discount_id;
  end if;
  if not n.holds_at_pay then perform hold_checkout_stock(n.id); end if;
end $$;
