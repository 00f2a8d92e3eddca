-- The day of a moment in the store's time zone.
create or replace function shop_day(p_at timestamptz) returns date language sql stable as $$
  select (p_at at time zone shop_time_zone())::date;
$$;
