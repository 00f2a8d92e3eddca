-- keep_product_search for a product that the owner changes. A trigger for some columns sees no table of rows, and one for
-- all columns would run whenever a piece is sold.
create or replace function keep_changed_search() returns trigger language plpgsql as $$
declare
  document record;
begin
  select * into document from search_document(new.name, new.category, new.type, new.color, new.design, new.gender,
    new.age_group, new.material, new.variations, concat_ws(' ', new.description, new.fit, new.care));
  insert into search_facts (product_id, created_at, is_active, facts)
    values (new.id, new.created_at, new.status = 'active', document.facts)
    on conflict (product_id) do update
      set created_at = excluded.created_at, is_active = excluded.is_active, facts = excluded.facts
      where (search_facts.created_at, search_facts.is_active, search_facts.facts)
        is distinct from (excluded.created_at, excluded.is_active, excluded.facts);
  insert into search_prose (product_id, is_active, whole) values (new.id, new.status = 'active', document.whole)
    on conflict (product_id) do update set is_active = excluded.is_active, whole = excluded.whole
      where (search_prose.is_active, search_prose.whole) is distinct from (excluded.is_active, excluded.whole);
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
