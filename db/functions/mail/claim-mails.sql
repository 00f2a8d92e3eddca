-- Leases due emails; when a worker dies, its lease expires. At most p_again_max of them are retries, so that emails
-- that hang at every attempt never take all slots. The due emails are materialized parts, which run once with any plan.
-- As a subquery of "update … from" the planner may run them once per row of the table; then a caller that asked for one
-- email leases all of them. An email that was never tried has no lease. Emails to a customer about an order
-- (p_in_order) are sent one after the other: one waits while an earlier one is in progress or will be retried within a
-- minute. An earlier one that waits longer holds up nothing.
create or replace function claim_mails(
  p_limit integer, p_again_max integer, p_in_order text[], p_now timestamptz, p_lease interval, p_token uuid)
returns setof outbox language plpgsql as $$
begin
  return query with again as materialized (
    select id from outbox m
      where sent_at is null and dead_at is null and attempts > 0
        and next_at <= p_now and (locked_until is null or locked_until < p_now)
        and not (kind = any (p_in_order) and exists (select 1 from outbox e
          where e.order_id = m.order_id and e.id < m.id and e.kind = any (p_in_order)
            and e.sent_at is null and e.dead_at is null and e.next_at <= p_now + interval '1 minute'))
      order by next_at, id limit least(p_again_max, p_limit) for update skip locked),
  first as materialized (
    select id from outbox m
      where sent_at is null and dead_at is null and attempts = 0 and next_at <= p_now
        and not (kind = any (p_in_order) and exists (select 1 from outbox e
          where e.order_id = m.order_id and e.id < m.id and e.kind = any (p_in_order)
            and e.sent_at is null and e.dead_at is null and e.next_at <= p_now + interval '1 minute'))
      order by next_at, id limit p_limit - (select count(*) from again) for update skip locked)
  update outbox m set attempts = m.attempts + 1, locked_until = p_now + p_lease, lock_token = p_token
    from (select id from again union all select id from first) due where m.id = due.id returning m.*;
end $$;
