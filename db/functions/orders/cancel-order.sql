-- Cancels a paid order of which nothing has left: its units go back on the shelf right away, whatever happens to the refund
-- (null: no money is left to refund), and the customer hears that it will not come. The caller holds the order's lock.
create or replace function cancel_order(
  p_order_id uuid, p_refund_id uuid, p_actor text, p_reason text, p_now timestamptz
) returns void language plpgsql as $$
begin
  update orders set fulfillment = 'canceled', updated_at = p_now where id = p_order_id;
  update order_units set state = 'canceled' where order_id = p_order_id and state = 'to_ship';
  insert into fulfillment_events (order_id, to_status, actor, reason, created_at)
    values (p_order_id, 'canceled', p_actor, p_reason, p_now);
  perform close_extra_payments(p_order_id, 'canceled');
  perform shelve_units(null, p_order_id, p_refund_id, null, 'admin', p_now);
  perform count_units(p_order_id, p_now);
  insert into outbox (kind, unique_key, order_id, payload, created_at, next_at)
    values ('order_canceled', 'order_canceled:' || p_order_id, p_order_id,
      jsonb_strip_nulls(jsonb_build_object('refundId', p_refund_id)), p_now, p_now)
    on conflict (unique_key) do nothing;
end $$;
