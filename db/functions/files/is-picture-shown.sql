-- Whether anything of the shop shows a stored picture, and so needs its files: a row of any table with a column image_url
-- (products, categories, past orders, …), or a version of the storefront. A new table with that column is immediately one of them.
create or replace function is_picture_shown(shown_url text) returns boolean language plpgsql stable as $$
declare
  source regclass;
  is_shown boolean;
begin
  for source in
    select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'image_url' and not a.attisdropped and c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace
  loop
    execute format('select exists (select from %s where image_url = $1)', source) into is_shown using shown_url;
    if is_shown then
      return true;
    end if;
  end loop;
  return exists (select from brand_versions where strpos(document::text, shown_url) > 0);
end $$;
