-- What reports say, added up: a row for each day or month and each state, discount, or option that has something in it.
-- Sales stand on the day of the order, what went back on the day when it went back. All amounts are cents.
create table report_figures (
  span text not null check (span in ('day', 'month')),
  by text not null check (by in ('state', 'discount', 'option')),
  since date not null,
  -- The two letters of a state, the name of a discount, or product id, tab, option; '' where there is none.
  key text not null,
  orders integer not null,
  units integer not null,
  units_back integer not null,
  sales bigint not null,
  discounts bigint not null,
  -- Goods that went back, with what the owner gave beyond them or kept of them.
  refunds bigint not null,
  shipping bigint not null,
  shipping_back bigint not null,
  tax bigint not null,
  tax_back bigint not null,
  primary key (span, by, since, key)
);

-- Days whose figures have changed since they were added up; any number of rows for one, so that nobody waits.
create table report_days_due (day date not null);
create index report_days_due_by_day on report_days_due (day);
insert into report_days_due select distinct day from order_figures_daily;
insert into report_days_due
  select distinct (created_at at time zone (select zone from order_days_state where id = 1))::date from refunds;
insert into report_days_due
  select distinct (created_at at time zone (select zone from order_days_state where id = 1))::date from disputes;

create index orders_sold_by_day on orders (day) where status in ('paid', 'partially_refunded', 'refunded', 'disputed');
create index refunds_by_time on refunds (created_at);
create index disputes_lost_by_time on disputes (created_at) where status = 'lost';
