-- Writes down what new products are found by, and their new words. A word stays when its last product goes: it only costs
-- a look. An import brings hundreds at once: each word of them is looked at once.
create or replace function keep_product_search() returns trigger language plpgsql set jit = off as $$
begin
  with documents as materialized (
    select id, status = 'active' as is_active, created_at, document.facts, document.whole,
      coalesce((select code from product_facets f where f.product_id = written.id), 0) as code
    from written, search_document(name, category, type, color, design, gender, age_group, material, variations,
      concat_ws(' ', description, fit, care)) document
  ), with_facts as (
    insert into search_facts (product_id, code, created_at, is_active, facts)
      select id, code, created_at, is_active, facts from documents
  )
  insert into search_prose (product_id, code, is_active, whole) select id, code, is_active, whole from documents;
  perform note_words(array(
    select words_of_document(all_words.words) from (
      select array_to_tsvector(array_agg(distinct word)) as words
      from written join search_prose s on s.product_id = written.id, unnest(tsvector_to_array(s.whole)) word) all_words));
  return null;
end $$;

create trigger products_keep_search after insert on products referencing new table as written
  for each statement execute function keep_product_search();
