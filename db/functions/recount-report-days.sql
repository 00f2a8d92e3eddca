-- Adds up the days from p_from to p_to whose figures have changed, the latest first, p_limit of them at most, and then
-- what these days had or have in their months, quarters, years, and in all. Answers how many of these days are left. One at a
-- time; a change that commits meanwhile has noted its day for the next time.
create or replace function recount_report_days(p_from date, p_to date, p_limit integer) returns integer language plpgsql as $$
declare
  due date[];
  days date[];
  d date;
  bys text[];
  keys text[];
begin
  if not exists (select from report_days_due where day between p_from and p_to) then return 0; end if;
  perform pg_advisory_xact_lock(7402);
  select array_agg(day) into due from (select distinct day from report_days_due where day between p_from and p_to
    order by day desc limit p_limit) latest;
  -- The notes go first: what is read after that has all that they stood for.
  delete from report_days_due where day = any (due);
  for days in select array_agg(day) from unnest(due) day group by date_trunc('month', day) loop
    select array_agg(by), array_agg(key) into bys, keys from report_figures
      where span = 'day' and by in ('state', 'discount', 'option', 'all') and since = any (days);
    foreach d in array days loop
      perform recount_report_day(d);
    end loop;
    -- Each once, also what is gone from these days.
    with touched as (
      select by, key from unnest(bys, keys) had (by, key)
      union
      select by, key from report_figures
        where span = 'day' and by in ('state', 'discount', 'option', 'all') and since = any (days)
    ), all_touched as (
      select by, key from touched union select 'product', split_part(key, E'\t', 1) from touched where by = 'option'
    )
    select array_agg(by), array_agg(key) into bys, keys from all_touched;
    perform sum_report_span('month', d, bys, keys);
    perform sum_report_span('quarter', d, bys, keys);
    perform sum_report_span('year', d, bys, keys);
    perform sum_report_span('ever', d, bys, keys);
  end loop;
  return (select count(distinct day) from report_days_due where day between p_from and p_to);
end $$;
