-- 0 under way, 1 succeeded, 2 failed or canceled. A refund only moves forward through these (a bank may return money
-- days later), so a late or replayed answer never undoes a newer one.
create or replace function refund_stage(p_status text) returns integer language sql immutable as $$
  select case when p_status in ('pending', 'requires_action') then 0 when p_status = 'succeeded' then 1 else 2 end;
$$;
