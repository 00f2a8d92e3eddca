-- Each counter is split over eight rows, chosen by connection, so that orders at the same moment don't wait for one
-- another.
create or replace function figures_shard() returns smallint language sql volatile as $$
  select (pg_backend_pid() % 8)::smallint;
$$;
