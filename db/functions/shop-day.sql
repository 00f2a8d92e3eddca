-- The day in the shop's time zone.
create or replace function shop_day(p_at timestamptz) returns date language sql stable as $$
  select (p_at at time zone 'America/Phoenix')::date;
$$;
