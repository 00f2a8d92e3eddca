-- The provider refused a refund that we asked for: no money went back, and its units are not refunded. Parts of it that
-- were to go back from another payment and have not yet are not asked for anymore.
create or replace function fail_refund(p_refund_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_order_id uuid := (select order_id from refunds where id = p_refund_id);
begin
  perform 1 from orders where id = v_order_id for update;
  with failed as (
    update refunds set status = 'failed', updated_at = p_now
      where (id = p_refund_id or part_of = p_refund_id) and provider_refund_id is null and status = 'pending' returning id
  )
  update payment_operations set state = 'failed', last_error = 'another part of this refund was refused', updated_at = p_now
    where kind = 'refund' and order_id = v_order_id and state = 'todo'
      and params ->> 'refundId' in (select id::text from failed where id <> p_refund_id);
  perform bring_refund_units(p_refund_id, 'admin', p_now);
  perform count_units(v_order_id, p_now);
end $$;
