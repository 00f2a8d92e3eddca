-- Opens a checkout: its snapshot, its hold, and the call that will ask the provider for its payment, or nothing of it.
-- p_checkout: the row; p_lines: its lines; p_call: the call's row. p_held: what the client was seen to hold in its other
-- checkouts [{productId, variation, quantity}], null for a client whose pieces are not counted.
-- Answers 'opened'; 'exists' when the key or the order id is taken; 'repriced' when a line costs something else by now,
-- or is not sold any more, or not under that name, or its discount is not what it was; 'holds_more' when the client holds more by now than
-- was seen, so its cap must be judged anew. Raises out_of_stock, with what is left of each line that falls short.
create or replace function open_checkout(
  p_checkout jsonb, p_lines jsonb, p_held jsonb, p_call jsonb, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_id uuid := (p_checkout ->> 'id')::uuid;
  v_discount uuid := (p_checkout ->> 'discount_id')::uuid;
  d discounts%rowtype;
  short jsonb;
begin
  if p_held is not null then
    -- The checkouts of a client come in one after another, so that each sees what the others hold. Before any other
    -- lock, and nobody who has another one waits for this.
    perform pg_advisory_xact_lock(hashtextextended(p_checkout ->> 'client', 21));
    if client_holds_more(p_checkout ->> 'client', p_held) then return 'holds_more'; end if;
  end if;
  if exists (select 1 from jsonb_populate_recordset(null::checkout_items, p_lines) l
      left join products p on p.id = l.product_id and p.status = 'active'
      where p.id is null or price_now(p, p_now) <> l.price
        or not exists (select from inventory i where i.product_id = l.product_id and i.variation = l.variation)) then
    return 'repriced';
  end if;
  if v_discount is not null then
    -- From here on nobody else holds or takes a use of it. Before any row is written, so that this can still be refused.
    select * into d from discounts where id = v_discount for no key update;
    if d.version is distinct from (p_checkout ->> 'discount_version')::integer
        or discount_refusal(d, p_checkout ->> 'discount_email', p_now) is not null then
      return 'repriced';
    end if;
  end if;
  insert into checkouts (id, order_id, idempotency_key, request_hash, subtotal, tax, shipping, total, shipping_address,
      access_token_hash, expires_at, hold_minutes, client, client_has_paid, arrives_from, arrives_to,
      discount, discount_id, discount_name, discount_email, tax_rate, tax_state, is_rehearsal, hold_active, created_at, updated_at)
    select n.id, n.order_id, n.idempotency_key, n.request_hash, n.subtotal, n.tax, n.shipping, n.total,
        n.shipping_address, n.access_token_hash, n.expires_at, n.hold_minutes, n.client, n.client_has_paid, n.arrives_from,
        n.arrives_to, coalesce(n.discount, 0), n.discount_id, n.discount_name, n.discount_email, n.tax_rate,
        n.tax_state, coalesce(n.is_rehearsal, false), true, p_now, p_now
      from jsonb_populate_record(null::checkouts, p_checkout) n
    on conflict do nothing;
  if not found then return 'exists'; end if;
  insert into checkout_items (checkout_id, product_id, variation, quantity, price, name, image_url, image_alt,
      discount_cents)
    select v_id, l.product_id, l.variation, l.quantity, l.price, l.name, l.image_url, l.image_alt,
        coalesce(l.discount_cents, 0)
      from jsonb_populate_recordset(null::checkout_items, p_lines) l;
  if v_discount is not null then perform hold_discount(v_id, v_discount, p_checkout ->> 'discount_email'); end if;
  short := (select jsonb_agg(jsonb_build_object('productId', s.product_id, 'variation', s.variation,
      'available', s.available)) from hold_checkout_stock(v_id) s);
  if short is not null then
    raise exception 'not enough stock' using errcode = 'check_violation', hint = 'out_of_stock', detail = short::text;
  end if;
  insert into payment_operations (id, kind, key, checkout_id, params, next_at, created_at, updated_at)
    values ((p_call ->> 'id')::uuid, 'create', p_call ->> 'key', v_id, p_call -> 'params',
      (p_call ->> 'next_at')::timestamptz, p_now, p_now);
  return 'opened';
end $$;
