-- Reports over long times read few sums: quarters, years, and all the time ('ever', since 0001-01-01) have theirs beside
-- days and months. Products have sums of all that is longer than a day, beside those of their options. All options
-- together have one row, so that nobody adds up every option for the total.
alter table report_figures drop constraint report_figures_span_check;
alter table report_figures drop constraint report_figures_by_check;
alter table report_figures add constraint report_figures_span_check
  check (span in ('day', 'month', 'quarter', 'year', 'ever'));
alter table report_figures add constraint report_figures_by_check
  check (by in ('state', 'discount', 'option', 'product', 'all'));
alter table report_figures add column net bigint not null generated always as (sales - discounts - refunds) stored;

insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
    shipping_back, tax, tax_back)
  select 'month', 'product', since, split_part(key, E'\t', 1), sum(orders), sum(units), sum(units_back), sum(sales),
      sum(discounts), sum(refunds), 0, 0, 0, 0
    from report_figures where by = 'option' and span = 'month' group by since, split_part(key, E'\t', 1)
  union all
  select span, 'all', since, '', sum(orders), sum(units), sum(units_back), sum(sales), sum(discounts), sum(refunds),
      0, 0, 0, 0
    from report_figures where by = 'option' group by span, since;
insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
    shipping_back, tax, tax_back)
  select 'quarter', by, date_trunc('quarter', since)::date, key, sum(orders), sum(units), sum(units_back), sum(sales), sum(discounts), sum(refunds),
      sum(shipping), sum(shipping_back), sum(tax), sum(tax_back)
    from report_figures where span = 'month' group by by, date_trunc('quarter', since)::date, key;
insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
    shipping_back, tax, tax_back)
  select 'year', by, date_trunc('year', since)::date, key, sum(orders), sum(units), sum(units_back), sum(sales), sum(discounts), sum(refunds),
      sum(shipping), sum(shipping_back), sum(tax), sum(tax_back)
    from report_figures where span = 'quarter' group by by, date_trunc('year', since)::date, key;
insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
    shipping_back, tax, tax_back)
  select 'ever', by, '0001-01-01', key, sum(orders), sum(units), sum(units_back), sum(sales), sum(discounts), sum(refunds),
      sum(shipping), sum(shipping_back), sum(tax), sum(tax_back)
    from report_figures where span = 'year' group by by, key;

-- The rows of such a time with most net sales, without a look at the table.
create index report_figures_by_net on report_figures (span, by, since, net desc, key collate "C") where span <> 'day';
