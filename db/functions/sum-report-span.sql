-- Adds up anew what p_keys have in the month, quarter, or year of a day, or in all the time (p_span), each from its sums
-- of the next shorter span. p_bys[n] says what p_keys[n] is; each pair stands there once. Products have no sums of days, so
-- in a month theirs are those of their options, which come first. Few keys are looked up one by one. Many are found by
-- reading the whole span, whatever the planner believes: of a month that has just begun it knows no rows, and would compare
-- each of them with each key.
create or replace function sum_report_span(p_span text, p_day date, p_bys text[], p_keys text[]) returns void
language plpgsql set plan_cache_mode to force_custom_plan set enable_nestloop to on as $$
declare
  v_since date := case p_span when 'ever' then date '0001-01-01' else date_trunc(p_span, p_day)::date end;
  v_part text := case p_span when 'month' then 'day' when 'quarter' then 'month' when 'year' then 'quarter' else 'year' end;
  v_sinces date[];
begin
  -- Until the end of this function, which sets it itself.
  perform set_config('enable_nestloop', case when cardinality(p_keys) > 200 then 'off' else 'on' end, true);
  if p_span = 'ever' then
    v_sinces := array(select since from report_figures where span = 'year' and by = 'state' group by since);
  else
    v_sinces := array(select distinct date_trunc(v_part, day)::date from generate_series(v_since,
      v_since + case p_span when 'month' then interval '1 month' when 'quarter' then interval '3 months'
        else interval '1 year' end - interval '1 day', interval '1 day') day);
  end if;
  delete from report_figures f using unnest(p_bys, p_keys) touched (by, key)
    where f.span = p_span and f.since = v_since and f.by = touched.by and f.key = touched.key;
  insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
      shipping_back, tax, tax_back)
    select p_span, f.by, v_since, f.key, sum(orders), sum(units), sum(units_back), sum(sales), sum(discounts),
        sum(refunds), sum(shipping), sum(shipping_back), sum(tax), sum(tax_back)
      from unnest(p_bys, p_keys) touched (by, key)
        join report_figures f on f.span = v_part and f.since = any (v_sinces) and f.by = touched.by and f.key = touched.key
      group by f.by, f.key;
  if p_span = 'month' then
    insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
        shipping_back, tax, tax_back)
      select 'month', 'product', v_since, touched.key, sum(orders), sum(units), sum(units_back), sum(sales),
          sum(discounts), sum(refunds), 0, 0, 0, 0
        from unnest(p_bys, p_keys) touched (by, key)
          join report_figures f on f.span = 'month' and f.since = v_since and f.by = 'option'
            and split_part(f.key, E'\t', 1) = touched.key
        where touched.by = 'product' group by touched.key;
  end if;
end $$;
