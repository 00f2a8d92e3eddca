-- A step failed: it is tried again after a pause, or after p_attempts_max tries the job is dead. Answers whether the claim
-- still stood: a worker whose lease ran out, or whose job was stopped, changes nothing.
create or replace function fail_job_step(p_id uuid, p_token uuid, p_error text, p_attempts_max integer, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update jobs set locked_until = null, lock_token = null, last_error = p_error,
      run_at = p_now + least(interval '1 hour', interval '2 seconds' * power(3, attempts - 1)),
      dead_at = case when attempts >= p_attempts_max then p_now end
    where id = p_id and lock_token = p_token and done_at is null and dead_at is null;
  return found;
end $$;
