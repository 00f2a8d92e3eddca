-- Leases the step of this kind's job that has been due the longest. A step that crashes its worker every time never
-- reports a failure: such a job fails for good at its next claim. Materialized: see claim_mails.
create or replace function claim_job(
  p_kind text, p_now timestamptz, p_lease interval, p_token uuid, p_attempts_max integer)
returns setof jobs language plpgsql as $$
begin
  update jobs set dead_at = p_now, last_error = 'every try ended without an answer'
    where kind = p_kind and done_at is null and dead_at is null and attempts >= p_attempts_max
      and (locked_until is null or locked_until < p_now);
  return query
    with due as materialized (
      select id from jobs where kind = p_kind and done_at is null and dead_at is null and run_at <= p_now
          and (locked_until is null or locked_until < p_now)
        order by run_at, id limit 1 for update skip locked)
    update jobs j set attempts = j.attempts + 1, locked_until = p_now + p_lease, lock_token = p_token
      from due where j.id = due.id returning j.*;
end $$;
