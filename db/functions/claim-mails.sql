-- Leases mails that are due; when a worker dies, its lease expires. The due mails are a materialized part, which runs
-- once whatever the plan. As a subquery of "update … from" the planner may run it once per row of the table; then a
-- caller that asked for one mail leases all of them.
create or replace function claim_mails(p_limit integer, p_now timestamptz, p_lease interval, p_token uuid)
returns setof outbox language sql as $$
  with due as materialized (
    select id from outbox
      where sent_at is null and dead_at is null and next_at <= p_now and (locked_until is null or locked_until < p_now)
      order by next_at, id limit p_limit for update skip locked)
  update outbox m set attempts = m.attempts + 1, locked_until = p_now + p_lease, lock_token = p_token
    from due where m.id = due.id returning m.*;
$$;
