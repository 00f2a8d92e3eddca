-- Whether the payment belongs to the checkout. A payment that the provider made and whose id was never stored becomes
-- the checkout's payment, and the call that asked for it is done. The caller holds the lock of the checkout.
create or replace function adopt_payment(c checkouts, p_intent_id text, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  if c.payment_intent_id is not distinct from p_intent_id then return true; end if;
  if c.payment_intent_id is not null then return false; end if;
  update checkouts set payment_intent_id = p_intent_id where id = c.id;
  update payment_operations set state = 'done', result_id = p_intent_id, updated_at = p_now
    where checkout_id = c.id and kind = 'create' and state = 'todo';
  return true;
end $$;
