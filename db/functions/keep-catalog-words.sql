-- Writes down the new words of products as they are written. A word stays when its last product goes: it only costs a
-- look.
create or replace function keep_catalog_words() returns trigger language plpgsql as $$
begin
  perform note_words(array(select distinct w.word from written, words_of_text(name || ' ' || description) w));
  return null;
end $$;

create trigger products_keep_words after insert on products referencing new table as written
  for each statement execute function keep_catalog_words();
