-- Refuses a change of a shipment's state that can_fulfill does not allow.
create or replace function check_fulfillment() returns trigger language plpgsql as $$
begin
  if not can_fulfill(old.fulfillment, new.fulfillment) then
    raise exception 'an order that is % cannot become %', old.fulfillment, new.fulfillment
      using errcode = 'check_violation', hint = 'illegal_fulfillment';
  end if;
  return new;
end $$;

create trigger orders_fulfill_legally before update of fulfillment on orders
  for each row when (old.fulfillment is distinct from new.fulfillment) execute function check_fulfillment();
