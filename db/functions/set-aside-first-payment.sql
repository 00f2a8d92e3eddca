-- Whether the payment is the first one of a checkout that moved to the provider's own page. That payment is canceled for
-- the move, which neither ends the checkout nor releases its stock: once canceled it is set aside, and the checkout waits
-- for the payment of the page. The caller holds the lock of the checkout.
create or replace function set_aside_first_payment(c checkouts, p_intent jsonb, p_source text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  intent_id text := p_intent ->> 'id';
begin
  if intent_id = c.replaced_intent_id then return true; end if;
  if c.hosted_at is null or c.replaced_intent_id is not null or (intent_id = c.payment_intent_id) is not true
     or p_intent ->> 'status' is distinct from 'canceled' or c.state not in ('open', 'paying')
     or exists (select 1 from orders where checkout_id = c.id) then return false; end if;
  insert into payment_debug_logs (payment_intent_id, payment_intent_status, amount, source, created_at)
    values (intent_id, 'canceled', (p_intent ->> 'amount')::integer, p_source, p_now);
  update checkouts set replaced_intent_id = intent_id, payment_intent_id = null, intent_status = null,
    updated_at = p_now where id = c.id;
  return true;
end $$;
