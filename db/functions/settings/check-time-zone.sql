-- Refuses settings whose time zone does not exist, however they are written: no payment may fail because of it later.
create or replace function check_time_zone() returns trigger language plpgsql as $$
begin
  perform now() at time zone (new.profile ->> 'timeZone');
  return new;
end $$;

create trigger store_settings_check_time_zone before insert or update of profile on store_settings
  for each row execute function check_time_zone();
