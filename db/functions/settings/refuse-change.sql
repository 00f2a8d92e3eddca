-- Keeps history append-only: rows are never changed or deleted. Only a customer's identity may be removed from a row,
-- exactly as erased_history does it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = erased_history(tg_table_name, to_jsonb(old)) then return new; end if;
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger order_events_append_only before update or delete on order_events
  for each row execute function refuse_change();
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function refuse_change();
create trigger order_items_never_change before update or delete on order_items
  for each row execute function refuse_change();
create trigger admin_audit_append_only before update or delete on admin_audit
  for each row execute function refuse_change();
create trigger fulfillment_events_append_only before update or delete on fulfillment_events
  for each row execute function refuse_change();
create trigger order_notes_append_only before update or delete on order_notes
  for each row execute function refuse_change();
create trigger order_changes_append_only before update or delete on order_changes
  for each row when (old.state = 'done' or old.received is not null) execute function refuse_change();
