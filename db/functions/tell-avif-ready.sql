-- Tells of each product with a picture that can now be offered as AVIF, too.
create or replace function tell_avif_ready() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'product ' || id) from (
    select id from products where image_url = new.url
    union select product_id from product_images where image_url = new.url) shown (id);
  return null;
end $$;

create trigger avif_pictures_tell_ready after update of state on avif_pictures
  for each row when (new.state = 'ready' and old.state <> 'ready') execute function tell_avif_ready();
