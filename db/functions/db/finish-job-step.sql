-- A step is done: the next one runs at p_run_at, or with p_run_at null the job is done. Returns whether the lease still
-- held, as fail_job_step does.
create or replace function finish_job_step(p_id bigint, p_token uuid, p_progress jsonb, p_run_at timestamptz, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update jobs set progress = p_progress, attempts = 0, locked_until = null, lock_token = null, last_error = null,
      run_at = coalesce(p_run_at, run_at), done_at = case when p_run_at is null then p_now end
    where id = p_id and lock_token = p_token and done_at is null and dead_at is null;
  return found;
end $$;
