-- Tells every process that what pages show of a product has changed. With the commit, so the message can't be lost while
-- the change stays: whichever statement made it, and if the process that made it dies at once. What p_what may be, and
-- what each makes old: src/server/shown/change.ts. p_was: the product before, where lists or the pages of the other colors
-- of its design must know what it was. Other edits are of no interest to those, so they name no design.
create or replace function tell_shown(p_product products, p_what text, p_was products default null)
returns void language plpgsql as $$
declare
  design text := case when p_what <> 'edited' or p_was.id is not null then lower(p_product.design) else '' end;
begin
  perform pg_notify('catalog', json_build_object(
    'product', p_product.id, 'what', p_what, 'created', floor(extract(epoch from p_product.created_at) * 1000),
    'categories', array_remove(array[p_product.category, nullif(p_was.category, p_product.category)], null),
    'designs', array_remove(array_remove(array[design, nullif(lower(p_was.design), design)], null), ''))::text);
end $$;
