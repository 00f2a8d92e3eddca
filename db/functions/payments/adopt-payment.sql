-- Whether the payment belongs to the checkout. A payment that the provider made and whose id was never stored becomes
-- the checkout's payment, and the call that asked for it is done. The caller holds the lock of the checkout.
create or replace function adopt_payment(c checkouts, p_intent jsonb, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  if c.payment_intent_id is not null then return c.payment_intent_id = p_intent ->> 'id'; end if;
  update payment_operations set state = 'done', result_id = p_intent ->> 'id', updated_at = p_now
    where checkout_id = c.id and kind = 'create' and state = 'todo';
  update checkouts set payment_intent_id = p_intent ->> 'id', intent_status = null where id = c.id;
  return true;
end $$;
