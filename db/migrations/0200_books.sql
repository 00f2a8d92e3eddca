-- Reports and the dashboard add up orders when they are asked for.
drop table order_figures, order_figures_daily, product_figures, product_sales_fresh, product_sales_daily,
  product_sales_sums, product_sales_state, option_sales, option_sales_fresh, report_figures, report_days_due,
  order_days_state cascade;
alter table orders drop column day;
alter table inventory drop column runs_out, drop column sold, drop column is_active;
drop index if exists disputes_lost_by_time;

-- What reports and the dashboard add up of each order, without a look at the table.
create index orders_sales on orders (created_at)
  include (id, status, tax_state, discount_name, subtotal, discount, shipping, tax) where cleared_at is null;
-- What was sold lately, for the inventory.
create index stock_movements_sold on stock_movements (created_at) include (product_id, variation, quantity, order_id)
  where kind in ('sale', 'restock', 'retake');
