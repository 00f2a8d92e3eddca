-- The customer is told of money that goes back, mails survive a mail server that is away for a day, and what
-- the shop left to its owner is found quickly.

-- One mail per refund, queued with the provider's word that it took the refund, whoever began it (the owner
-- here or in the provider's dashboard) and however often it is told. One that failed before anybody was told
-- of it is not told either; the mail itself is refused when its refund has failed by the time it is written.
create function queue_refund_mail() returns trigger language plpgsql as $$
begin
  insert into outbox (kind, unique_key, order_id, payload, created_at, next_at)
    values ('order_refunded', 'order_refunded:' || new.id, new.order_id, jsonb_build_object('refundId', new.id),
      new.updated_at, new.updated_at)
    on conflict (unique_key) do nothing;
  return null;
end $$;

create trigger refunds_tell_the_customer after insert or update of provider_refund_id, status on refunds
  for each row when (new.provider_refund_id is not null and refund_stage(new.status) < 2)
  execute function queue_refund_mail();

-- Pauses of 2 s, 6 s, 18 s … then 9 hours: twelve attempts spread over a day.
create or replace function fail_mail(p_id bigint, p_token uuid, p_error text, p_attempts_max integer, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update outbox set locked_until = null, last_error = p_error,
      next_at = p_now + least(interval '9 hours', interval '2 seconds' * power(3, attempts - 1)),
      dead_at = case when attempts >= p_attempts_max then p_now end
    where id = p_id and lock_token = p_token;
  return found;
end $$;

-- Calls that were left to the owner are few among many; the dashboard counts them at every visit.
create index payment_operations_stuck on payment_operations (created_at) where state = 'needs_human';
