-- Notes the day of reports that a change of an order, a refund, or a dispute belongs to. Whoever reads a report, or the
-- worker, then adds that day up again (recount_report_days).
create or replace function note_report_day() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    insert into report_days_due select distinct day from (values (case when tg_op <> 'INSERT' then old.day end),
      (case when tg_op <> 'DELETE' then new.day end)) known(day) where day is not null;
  else
    insert into report_days_due select distinct shop_day(at) from (values (case when tg_op <> 'INSERT' then old.created_at end),
      (case when tg_op <> 'DELETE' then new.created_at end)) known(at) where at is not null;
  end if;
  return null;
end $$;

create trigger orders_note_report_day after insert or delete on orders for each row execute function note_report_day();
-- An order that only moves to another day is part of a walk through all (recount_order_days), which notes every day.
create trigger orders_note_report_day_on_change after update on orders for each row
  when (old.status is distinct from new.status) execute function note_report_day();
create trigger refunds_note_report_day after insert or update or delete on refunds
  for each row execute function note_report_day();
create trigger disputes_note_report_day after insert or update or delete on disputes
  for each row execute function note_report_day();
