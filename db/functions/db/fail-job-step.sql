-- A step failed: it is retried at p_retry_at, or with p_retry_at null the job fails for good. Returns whether the lease
-- still held: a worker whose lease expired, or whose job was stopped, changes nothing.
create or replace function fail_job_step(p_id bigint, p_token uuid, p_error text, p_retry_at timestamptz, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update jobs set locked_until = null, lock_token = null, last_error = p_error,
      run_at = coalesce(p_retry_at, run_at), dead_at = case when p_retry_at is null then p_now end
    where id = p_id and lock_token = p_token and done_at is null and dead_at is null;
  return found;
end $$;
