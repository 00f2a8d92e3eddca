-- Whether a reminder of this checkout, requested at p_asked, still applies: its payments can't succeed anymore, and its
-- shopper has not bought since, began no other checkout, did not opt out, and was not erased; and something of it can
-- be bought.
create or replace function reminder_is_true(p_checkout checkouts, p_asked timestamptz) returns boolean language plpgsql stable as $$
declare
  v_email text := lower(p_checkout.shipping_address ->> 'customer_email');
begin
  return coalesce(v_email, '') <> ''
    and p_checkout.state = 'expired' and not p_checkout.hold_active
    and (p_checkout.payment_intent_id is null or p_checkout.intent_status = 'canceled')
    and not exists (select from email_opt_outs where kind = 'checkout_reminder'
      and email_hash = encode(sha256(convert_to(v_email, 'UTF8')), 'hex'))
    and not exists (select from orders o
      where lower(o.shipping_address ->> 'customer_email') = v_email and o.created_at >= p_asked)
    and not exists (select from checkouts n
      where lower(n.shipping_address ->> 'customer_email') = v_email and n.state <> 'completed'
        and (n.created_at, n.id) > (p_checkout.created_at, p_checkout.id))
    and exists (select from checkout_items l
      join inventory i on i.id = l.variant_id
      join products p on p.id = i.product_id and p.status = 'active'
      where l.checkout_id = p_checkout.id and i.on_hand > i.held);
end $$;
