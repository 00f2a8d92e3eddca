-- Claiming took "update … from (select … limit n for update skip locked)". The planner may join that the other way
-- round and run the inner part once per row of the table: then it claims every row there is, and whoever asked for one
-- mail leased all of them and sent one. It did so when the plan was made while the table was empty. A materialized
-- part runs once, whatever the plan.

create or replace function claim_mails(p_limit integer, p_now timestamptz, p_lease interval, p_token uuid)
returns setof outbox language sql as $$
  with due as materialized (
    select id from outbox
      where sent_at is null and dead_at is null and next_at <= p_now and (locked_until is null or locked_until < p_now)
      order by next_at, id limit p_limit for update skip locked)
  update outbox m set attempts = m.attempts + 1, locked_until = p_now + p_lease, lock_token = p_token
    from due where m.id = due.id returning m.*;
$$;

create or replace function claim_operations(p_kinds text[], p_limit integer, p_now timestamptz, p_lease interval)
returns setof payment_operations language sql as $$
  with due as materialized (
    select id from payment_operations where state = 'todo' and kind = any (p_kinds) and next_at <= p_now
      order by next_at, id limit p_limit for update skip locked)
  update payment_operations o set attempts = o.attempts + 1, next_at = p_now + p_lease, updated_at = p_now
    from due where o.id = due.id returning o.*;
$$;

create or replace function claim_job(p_now timestamptz, p_lease interval, p_token uuid, p_attempts_max integer)
returns setof jobs language plpgsql as $$
begin
  update jobs set dead_at = p_now, last_error = 'every try ended without an answer'
    where done_at is null and dead_at is null and attempts >= p_attempts_max
      and (locked_until is null or locked_until < p_now);
  return query
    with due as materialized (
      select id from jobs where done_at is null and dead_at is null and run_at <= p_now
          and (locked_until is null or locked_until < p_now)
        order by run_at, id limit 1 for update skip locked)
    update jobs j set attempts = j.attempts + 1, locked_until = p_now + p_lease, lock_token = p_token
      from due where j.id = due.id returning j.*;
end $$;
