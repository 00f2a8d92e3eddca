-- Whether the payment belongs to the checkout. A payment that the provider made and whose id was never stored becomes
-- the checkout's payment, and the call that asked for it is done. So does one that succeeded while the checkout knows
-- another one that did not: after a restore, the payment of a page that was opened after the backup. An order that is
-- there already is paid by it then, and whoever was to look into it need not. The caller holds the lock of the checkout.
create or replace function adopt_payment(c checkouts, p_intent jsonb, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  payment text := p_intent ->> 'id';
begin
  if c.payment_intent_id is not distinct from payment then return true; end if;
  if c.payment_intent_id is null then
    update payment_operations set state = 'done', result_id = payment, updated_at = p_now
      where checkout_id = c.id and kind = 'create' and state = 'todo';
  else
    if p_intent ->> 'status' is distinct from 'succeeded' or c.state = 'completed'
      or c.intent_status is not distinct from 'succeeded' then return false; end if;
    update orders set payment_intent_id = payment where checkout_id = c.id;
    update payment_alerts set resolved_at = p_now, resolved_by = 'order'
      where key = 'payment:' || payment and resolved_at is null;
  end if;
  update checkouts set payment_intent_id = payment, intent_status = null where id = c.id;
  return true;
end $$;
