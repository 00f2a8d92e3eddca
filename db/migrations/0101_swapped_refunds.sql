-- Refunds of pieces that replace others stand with the option that was sold first (db/functions/recount-report-day.sql),
-- so the days when they were made are added up again.
insert into report_days_due
  select distinct (r.created_at at time zone coalesce((select profile ->> 'timeZone' from store_settings where id = 1),
      'America/Phoenix'))::date
    from order_items i join refund_lines l on l.order_item_id = i.id join refunds r on r.id = l.refund_id
    where i.replaces is not null;

-- Pieces whose refund failed count as sold again (db/functions/note-option-sale.sql).
insert into option_sales_fresh
  select id from stock_movements where kind = 'retake' and created_at > now() - interval '29 days'
  on conflict do nothing;
