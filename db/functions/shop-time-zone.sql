-- The store's time zone: the owner's setting, or the shop's default (domain/text/default-time-zone.ts).
create or replace function shop_time_zone() returns text language sql stable as $$
  select coalesce((select profile ->> 'timeZone' from store_settings where id = 1), 'America/Phoenix');
$$;
