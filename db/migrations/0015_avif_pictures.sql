-- Pictures are stored as WebP when they arrive. AVIF is smaller but costs several times the CPU, so the worker
-- makes it afterwards, one picture at a time. This table is its list of work, and says of which pictures a
-- page may offer AVIF. A row is written by whoever gives a picture to a product, in the same transaction, and
-- goes when the picture's files go.
create table avif_pictures (
  url text primary key,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'given_up')),
  -- Counts every try, also one that a crash cut off. Its number fences the try: only the latest may end it.
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  -- Files of the picture may be on their way until then: it is not swept before.
  locked_until timestamptz,
  last_error text
);

create index avif_pictures_due on avif_pictures (next_at, url) where state = 'waiting';

create function note_avif_picture() returns trigger language plpgsql as $$
begin
  insert into avif_pictures (url) values (new.image_url) on conflict (url) do nothing;
  return null;
end $$;

create trigger products_note_avif_picture after insert or update of image_url on products
  for each row when (new.image_url like '%.webp') execute function note_avif_picture();
create trigger product_images_note_avif_picture after insert or update of image_url on product_images
  for each row when (new.image_url like '%.webp') execute function note_avif_picture();

insert into avif_pictures (url)
  select image_url from products where image_url like '%.webp'
  union select image_url from product_images where image_url like '%.webp';
