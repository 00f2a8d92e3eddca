-- Tells that the settings changed, which every page shows something of.
create or replace function tell_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', json_build_object('settings', true)::text);
  return null;
end $$;

create trigger store_settings_tell after insert or update or delete on store_settings
  for each row execute function tell_settings();
