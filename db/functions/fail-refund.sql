-- The provider refused a refund that we asked for: no money went back.
create or replace function fail_refund(p_refund_id uuid, p_now timestamptz) returns void language sql as $$
  update refunds set status = 'failed', updated_at = p_now
    where id = p_refund_id and provider_refund_id is null and status = 'pending';
$$;
