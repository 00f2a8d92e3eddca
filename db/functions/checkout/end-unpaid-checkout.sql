-- Ends a checkout without a payment, or whose payment the provider has canceled, and releases what it holds. Returns
-- false, without any change, unless its payment is known to be canceled. Changes of extra payments take turns by their
-- order's lock, after the checkout's.
create or replace function end_unpaid_checkout(p_checkout_id uuid, p_now timestamptz) returns boolean language plpgsql as $$
declare
  c checkouts%rowtype;
begin
  select * into c from checkouts where id = p_checkout_id for no key update;
  if c.state in ('expired', 'superseded') then return true; end if;
  if not found or c.state = 'completed'
     or (c.payment_intent_id is not null and c.intent_status is distinct from 'canceled') then return false; end if;
  perform 1 from orders where id = c.extra_payment_for for update;
  perform release_checkout_stock(c.id);
  update checkouts set state = case when superseded_by is null then 'expired' else 'superseded' end, updated_at = p_now
    where id = c.id;
  perform end_change(c.id, p_now);
  return true;
end $$;
