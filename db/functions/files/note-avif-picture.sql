-- A job for a new picture of a product: the worker makes its AVIF.
create or replace function note_avif_picture() returns trigger language plpgsql as $$
begin
  insert into jobs (kind, key, run_at) values ('avif', new.image_url, '-infinity') on conflict (kind, key) do nothing;
  return null;
end $$;

create trigger products_note_avif_picture after insert or update of image_url on products
  for each row when (new.image_url like '%.webp') execute function note_avif_picture();
create trigger product_images_note_avif_picture after insert or update of image_url on product_images
  for each row when (new.image_url like '%.webp') execute function note_avif_picture();
