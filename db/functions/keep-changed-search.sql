-- keep_product_search for a product that the owner changes. A trigger for some columns sees no table of rows, and one for
-- all columns would run whenever a piece is sold.
create or replace function keep_changed_search() returns trigger language plpgsql as $$
declare
  document record;
begin
  select * into document from search_document(new.name, new.category, new.type, new.color, new.design, new.gender,
    new.age_group, new.material, new.variations, concat_ws(' ', new.description, new.fit, new.care));
  insert into product_search (product_id, is_active, created_at, facts, whole)
    values (new.id, new.status = 'active', new.created_at, document.facts, document.whole)
    on conflict (product_id) do update
      set is_active = excluded.is_active, created_at = excluded.created_at, facts = excluded.facts, whole = excluded.whole
      where (product_search.is_active, product_search.created_at, product_search.whole)
        is distinct from (excluded.is_active, excluded.created_at, excluded.whole);
  perform note_words(array(select words_of_document(document.whole)));
  return null;
end $$;

create trigger products_keep_changed_search after update of name, category, type, color, design, gender, age_group, material,
  variations, description, fit, care, status, created_at on products for each row
  when (old.name is distinct from new.name or old.category is distinct from new.category
    or old.type is distinct from new.type or old.color is distinct from new.color
    or old.design is distinct from new.design or old.gender is distinct from new.gender
    or old.age_group is distinct from new.age_group or old.material is distinct from new.material
    or old.variations is distinct from new.variations or old.description is distinct from new.description
    or old.fit is distinct from new.fit or old.care is distinct from new.care
    or old.status is distinct from new.status or old.created_at is distinct from new.created_at)
  execute function keep_changed_search();
