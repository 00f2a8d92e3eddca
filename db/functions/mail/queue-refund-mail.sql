-- Queues one email per refund when the provider has accepted the refund, no matter who started it (the owner here or in
-- the provider's dashboard) and however often it is reported. A refund that had already failed gets no email, and that
-- of a canceled order is part of the cancellation email. The email is dropped if its refund has failed by the time it
-- is written.
create or replace function queue_refund_mail() returns trigger language plpgsql as $$
begin
  if refund_stage(new.status) = 2 or new.cancels then return null; end if;
  insert into outbox (kind, unique_key, order_id, payload, created_at, next_at)
    values ('order_refunded', 'order_refunded:' || new.id, new.order_id, jsonb_build_object('refundId', new.id),
      new.updated_at, new.updated_at)
    on conflict (unique_key) do nothing;
  return null;
end $$;

create trigger refunds_tell_the_customer after insert or update of provider_refund_id, status on refunds
  for each row when (new.provider_refund_id is not null)
  execute function queue_refund_mail();
