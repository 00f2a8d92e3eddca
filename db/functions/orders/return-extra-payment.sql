-- Stores the refund of an extra payment whose money bought nothing, and the call that makes it; any number of times, once.
create or replace function return_extra_payment(c checkouts, p_intent_id text, p_amount integer, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_refund_id uuid := md5('extra-payment:' || c.id)::uuid;
begin
  if p_amount = 0 then return; end if;
  insert into refunds (id, order_id, amount, status, reason, source, payment_intent_id, goods, tax, shipping, adjustment,
      created_at, updated_at)
    values (v_refund_id, c.extra_payment_for, p_amount, 'pending', 'Paid when the change was no longer possible', 'admin', p_intent_id,
      0, 0, 0, p_amount, p_now, p_now)
    on conflict (id) do nothing;
  insert into payment_operations (id, kind, key, order_id, params, next_at, created_at, updated_at)
    values (md5('extra payment call:' || c.id)::uuid, 'refund', 'refund:' || v_refund_id, c.extra_payment_for,
      jsonb_build_object('intentId', p_intent_id, 'amount', p_amount, 'refundId', v_refund_id, 'orderId', c.extra_payment_for),
      p_now, p_now, p_now)
    on conflict (key) do nothing;
end $$;
