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

insert into avif_pictures (url)
  select image_url from products where image_url like '%.webp'
  union select image_url from product_images where image_url like '%.webp';
