-- Stores which payment was made for a checkout, unless a webhook came first, and that the call which asked for it is done.
create or replace function save_intent(p_checkout_id uuid, p_intent_id text, p_key text, p_now timestamptz)
returns void language plpgsql as $$
begin
  -- A payment that was canceled for the provider's page stays out, however late this answer is.
  update checkouts set payment_intent_id = p_intent_id, updated_at = p_now,
      state = case when state = 'open' then 'paying' else state end
    where id = p_checkout_id and (payment_intent_id is null or payment_intent_id = p_intent_id)
      and replaced_intent_id is null;
  update payment_operations set state = 'done', result_id = p_intent_id, last_error = null, updated_at = p_now
    where key = p_key and state = 'todo';
end $$;
