-- Takes the hold of a checkout that holds nothing until Pay is pressed, for p_minutes. Runs under the lock of starting
-- checkouts, so that a visitor takes one at a time. Returns 'held' with its end (even if it was held already); 'over'
-- when it can't be paid anymore; 'busy' when another checkout of the visitor took such a hold since p_since and no card
-- is known yet, or three did without being paid; 'short' with the lines that exceed the remaining stock. p_is_capped
-- false: the visitor has no limit.
create or replace function hold_at_pay(
  p_order_id uuid, p_is_capped boolean, p_since timestamptz, p_minutes integer, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  c checkouts%rowtype;
  short jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('start of a checkout'));
  select * into c from checkouts where order_id = p_order_id for no key update;
  if not found or c.state not in ('open', 'paying') or c.declined_out or c.is_hosted or c.superseded_by is not null
     or c.expires_at < p_now then
    return jsonb_build_object('is', 'over');
  end if;
  if c.hold_active then return jsonb_build_object('is', 'held', 'until', c.expires_at); end if;
  if p_is_capped and (select count(*) filter (where kind = 'held') > 0 or count(*) >= 3 from payment_outcomes
      where visitor = c.visitor and kind in ('held', 'tried') and at > p_since) then
    return jsonb_build_object('is', 'busy');
  end if;
  perform 1 from inventory where id in (select variant_id from checkout_items where checkout_id = c.id)
    order by id for update;
  short := (select jsonb_agg(jsonb_build_object('productId', l.product_id, 'variation', l.variation, 'name', l.name,
        'unitPrice', l.price, 'quantity', l.quantity, 'available', coalesce(i.on_hand - i.held, 0))
        order by l.position, l.variant_id)
    from checkout_items l left join inventory i on i.id = l.variant_id
    where l.checkout_id = c.id and coalesce(i.on_hand - i.held, 0) < l.quantity);
  if short is not null then return jsonb_build_object('is', 'short', 'lines', short); end if;
  perform hold_checkout_stock(c.id);
  update checkouts set hold_active = true, hold_minutes = p_minutes, expires_at = p_now + make_interval(mins => p_minutes),
    updated_at = p_now where id = c.id returning * into c;
  insert into payment_outcomes (id, visitor, kind, at) values ('held:' || c.id, c.visitor, 'held', p_now);
  return jsonb_build_object('is', 'held', 'until', c.expires_at);
end $$;
