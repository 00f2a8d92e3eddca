-- Tells that a picture can now be offered as AVIF, too.
create or replace function tell_avif_ready() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', json_build_object('picture', new.url)::text);
  return null;
end $$;

create trigger avif_pictures_tell_ready after update of state on avif_pictures
  for each row when (new.state = 'ready' and old.state <> 'ready') execute function tell_avif_ready();
