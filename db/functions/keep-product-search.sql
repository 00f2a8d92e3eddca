-- Writes down what new products are found by, and their new words. A word stays when its last product goes: it only costs
-- a look.
create or replace function keep_product_search() returns trigger language plpgsql as $$
begin
  insert into product_search (product_id, is_active, created_at, facts, whole, code)
    select id, status = 'active', created_at, document.facts, document.whole,
      coalesce((select code from product_facets f where f.product_id = written.id), 0)
    from written, search_document(name, category, type, color, design, gender, age_group, material, variations,
      concat_ws(' ', description, fit, care)) document;
  perform note_words(array(
    select distinct word from written join product_search s on s.product_id = written.id, words_of_document(s.whole) word));
  return null;
end $$;

create trigger products_keep_search after insert on products referencing new table as written
  for each statement execute function keep_product_search();
