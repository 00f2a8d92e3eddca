-- Adds up the days from p_from to p_to whose figures have changed, the latest first, p_limit of them at most, and their
-- months. Answers how many of these days are left. One at a time; a change that commits meanwhile has noted its day for
-- the next time.
create or replace function recount_report_days(p_from date, p_to date, p_limit integer) returns integer language plpgsql as $$
declare
  due date[];
  d date;
begin
  if not exists (select from report_days_due where day between p_from and p_to) then return 0; end if;
  perform pg_advisory_xact_lock(7402);
  select array_agg(day) into due from (select distinct day from report_days_due where day between p_from and p_to
    order by day desc limit p_limit) latest;
  -- The notes go first: what is read after that has all that they stood for.
  delete from report_days_due where day = any (due);
  foreach d in array coalesce(due, '{}') loop
    perform recount_report_day(d);
  end loop;
  for d in select distinct date_trunc('month', day)::date from unnest(due) day order by 1 loop
    delete from report_figures where span = 'month' and by in ('state', 'discount', 'option') and since = d;
    insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
        shipping_back, tax, tax_back)
      select 'month', by, d, key, sum(orders), sum(units), sum(units_back), sum(sales), sum(discounts), sum(refunds),
          sum(shipping), sum(shipping_back), sum(tax), sum(tax_back)
        from report_figures where span = 'day' and by in ('state', 'discount', 'option')
          and since >= d and since < (d + interval '1 month')::date
        group by by, key;
  end loop;
  return (select count(distinct day) from report_days_due where day between p_from and p_to);
end $$;
