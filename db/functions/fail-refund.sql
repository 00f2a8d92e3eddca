-- The provider refused a refund that we asked for: no money went back, and its pieces are not refunded.
create or replace function fail_refund(p_refund_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_order_id uuid := (select order_id from refunds where id = p_refund_id);
begin
  perform 1 from orders where id = v_order_id for update;
  update refunds set status = 'failed', updated_at = p_now
    where id = p_refund_id and provider_refund_id is null and status = 'pending';
  perform count_pieces(v_order_id, p_now);
end $$;
