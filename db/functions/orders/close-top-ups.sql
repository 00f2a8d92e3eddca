-- Ends what an order, of which the caller holds the lock, is asked to pay more: nothing is swapped for it any more. The
-- sweep of holds then ends the payment at the provider; whatever comes in before that goes back.
create or replace function close_top_ups(p_order_id uuid, p_why text, p_now timestamptz) returns void language plpgsql as $$
begin
  update top_ups set closing_at = coalesce(closing_at, p_now), closing_why = p_why
    where order_id = p_order_id and ended_at is null and coalesce(closing_why, 'changed') = 'changed';
end $$;
