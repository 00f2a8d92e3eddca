-- The store's time zone: the owner's setting, or the shop's default (domain/text/default-time-zone.ts). In PL/pgSQL, which
-- keeps the plan: each sale asks for its day.
create or replace function shop_time_zone() returns text language plpgsql stable as $$
begin
  return coalesce((select profile ->> 'timeZone' from store_settings where id = 1), 'America/Phoenix');
end $$;
