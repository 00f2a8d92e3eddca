-- Refuses a change of an order's status that is not in the table of transitions.
create or replace function check_order_transition() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (
    select 1 from order_transitions where from_status = old.status and to_status = new.status
  ) then
    raise exception 'an order that is % cannot become %', old.status, new.status
      using errcode = 'check_violation', hint = 'illegal_transition';
  end if;
  return new;
end $$;

create trigger orders_move_legally before update of status on orders
  for each row execute function check_order_transition();
