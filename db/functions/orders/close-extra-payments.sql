-- Ends the extra payments that an order waits for: nothing is swapped for them anymore. The caller holds the order's
-- lock. The sweep of holds then ends the payment at the provider; money that arrives before that is refunded.
create or replace function close_extra_payments(p_order_id uuid, p_why text) returns void language sql as $$
  update order_changes set state = 'ending', end_reason = p_why
    where order_id = p_order_id and (state = 'waiting' or state = 'ending' and end_reason = 'changed');
$$;
