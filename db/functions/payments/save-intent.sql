-- Stores which payment was made for a checkout, unless a webhook came first, and that the call which asked for it is done.
-- p_intent: {id, status, amount} as the provider answered; what is new is noted for the payment's log.
create or replace function save_intent(p_checkout_id uuid, p_intent jsonb, p_key text, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_id text := p_intent ->> 'id';
begin
  insert into payment_debug_logs (payment_intent_id, payment_intent_status, amount, source, created_at)
    select v_id, p_intent ->> 'status', (p_intent ->> 'amount')::integer, 'checkout', p_now from checkouts
      where id = p_checkout_id and payment_intent_id is null;
  update checkouts set payment_intent_id = v_id, updated_at = p_now,
      state = case when state = 'open' then 'paying' else state end
    where id = p_checkout_id and (payment_intent_id is null or payment_intent_id = v_id);
  update payment_operations set state = 'done', result_id = v_id, last_error = null, updated_at = p_now
    where key = p_key and state = 'todo';
end $$;
