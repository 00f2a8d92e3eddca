-- Gives an order that comes in the day of its moment in the store's time zone.
create or replace function set_order_day() returns trigger language plpgsql as $$
begin
  new.day := shop_day(new.created_at);
  return new;
end $$;

create trigger orders_set_day before insert on orders for each row execute function set_order_day();
