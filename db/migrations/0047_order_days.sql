-- The day of an order in the store's time zone, by which reports count it. It was counted by Phoenix until now.
alter table orders add column day date;
update orders set day = (created_at at time zone 'America/Phoenix')::date;
alter table orders alter column day set not null;
-- What is inserted gets its day from a trigger (db/functions/set-order-day.sql), so that nobody has to name one.
alter table orders alter column day set default current_date;

-- A zone that does not exist, which only a hand can have written, becomes the default; from now on it is refused.
do $$
begin
  perform now() at time zone (profile ->> 'timeZone') from store_settings;
exception when invalid_parameter_value then
  update store_settings set profile = profile - 'timeZone';
end $$;

-- How far the orders are counted by the store's time zone (db/functions/recount-order-days.sql).
create table order_days_state (
  id smallint primary key check (id = 1),
  -- The zone that all orders are counted by.
  zone text not null,
  -- The zone that the recount under way goes to, and the last order it has reached; null: none is under way.
  next_zone text,
  after_id uuid
);
insert into order_days_state (id, zone) values (1, 'America/Phoenix');
