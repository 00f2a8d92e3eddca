-- Ends what an order, of which the caller holds the lock, is asked to pay more: nothing is swapped for it any more. The
-- sweep of holds then ends the payment at the provider; whatever comes in before that goes back.
create or replace function close_extra_payments(p_order_id uuid, p_why text) returns void language sql as $$
  update order_changes set state = 'ending', end_reason = p_why
    where order_id = p_order_id and (state = 'waiting' or state = 'ending' and end_reason = 'changed');
$$;
