-- Reserves the units that are wanted in exchange, until the end of a day of the shop. Answers a variant of which too few are
-- left ("Polo (L)"), and reserves nothing then; null: all are reserved.
create or replace function hold_return(p_return_id uuid, p_until date) returns text language plpgsql as $$
declare
  v_missing text;
begin
  perform 1 from inventory where id in (select wanted_id from return_lines where return_id = p_return_id)
    order by id for update;
  select w.name || coalesce(' (' || nullif(w.wanted, '') || ')', '') into v_missing
    from (select l.wanted_id, min(l.wanted) as wanted, min(i.name) as name, sum(l.quantity) as quantity
      from return_lines l join order_items i on i.id = l.order_item_id
      where l.return_id = p_return_id and l.wanted is not null group by 1) w
    where not exists (select from inventory v where v.id = w.wanted_id and v.on_hand - v.held >= w.quantity)
    order by 1 limit 1;
  if v_missing is not null then return v_missing; end if;
  update inventory v set held = v.held + w.quantity
    from (select wanted_id, sum(quantity)::integer as quantity from return_lines
      where return_id = p_return_id and wanted is not null group by 1) w
    where v.id = w.wanted_id;
  update return_lines set held = quantity where return_id = p_return_id and wanted is not null;
  if found then update return_requests set held_until = p_until where id = p_return_id; end if;
  return null;
end $$;
