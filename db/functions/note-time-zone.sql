-- Notes that the owner has set another time zone, so that all orders are counted by it (recount_order_days): '' is none yet.
-- It is noted as it happens. Whoever compares zones later misses one that was set back at once, and orders had come in.
create or replace function note_time_zone() returns trigger language plpgsql as $$
begin
  update order_days_state set next_zone = '', after_id = null where id = 1;
  return null;
end $$;

create trigger store_settings_note_time_zone after update of profile on store_settings
  for each row when (old.profile ->> 'timeZone' is distinct from new.profile ->> 'timeZone') execute function note_time_zone();
