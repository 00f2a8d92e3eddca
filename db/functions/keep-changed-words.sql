-- keep_catalog_words for a product whose texts change. A trigger for some columns sees no table of rows, and one for all
-- columns would run whenever a piece is sold.
create or replace function keep_changed_words() returns trigger language plpgsql as $$
begin
  perform note_words(array(select word from words_of_text(new.name || ' ' || new.description)));
  return null;
end $$;

create trigger products_keep_changed_words after update of name, description on products for each row
  when (old.name is distinct from new.name or old.description is distinct from new.description)
  execute function keep_changed_words();
