-- Refuses a change of a unit's state that is not in the table of transitions, and any of what it was sold for.
create or replace function check_unit() returns trigger language plpgsql as $$
begin
  if (new.order_id, new.order_item_id, new.position, new.paid_cents, new.tax_cents)
      is distinct from (old.order_id, old.order_item_id, old.position, old.paid_cents, old.tax_cents) then
    raise exception 'what a unit was sold for never changes' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not exists (
    select from unit_transitions where from_state = old.state and to_state = new.state
  ) then
    raise exception 'a unit that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', hint = 'illegal_transition';
  end if;
  return new;
end $$;

create trigger order_units_change_legally before update on order_units
  for each row execute function check_unit();
