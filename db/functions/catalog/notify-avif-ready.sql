-- Announces each product with a picture that can now be offered as AVIF, too.
create or replace function notify_avif_ready() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'product ' || id) from (
    select id from products where image_url = new.key
    union select product_id from product_images where image_url = new.key) shown (id);
  return null;
end $$;

create trigger jobs_notify_avif_ready after update of done_at on jobs
  for each row when (new.kind = 'avif' and new.done_at is not null and old.done_at is null)
  execute function notify_avif_ready();
