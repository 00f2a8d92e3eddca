-- Tells every process that what pages show of a product has changed. With the commit, so the message can't be lost while
-- the change stays: whichever statement made it, and if the process that made it dies at once. What p_what may be, and
-- what each makes old: src/server/shown/change.ts. p_was_category: of a product that changed its category.
create or replace function tell_shown(p_product products, p_what text, p_was_category text default null)
returns void language plpgsql as $$
begin
  perform pg_notify('catalog', json_build_object(
    'product', p_product.id, 'what', p_what, 'created', floor(extract(epoch from p_product.created_at) * 1000),
    'categories', array_remove(array[p_product.category, p_was_category], null))::text);
end $$;
