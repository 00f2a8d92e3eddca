-- Writes down the new words of products as they are written. A word stays when its last product goes: it only costs a
-- look. Words are taken in order, so that two imports at the same moment wait for each other instead of locking up.
create or replace function keep_catalog_words() returns trigger language plpgsql as $$
begin
  insert into catalog_words (word, spellings)
    select w.word, spelling_keys(w.word)
    from (select distinct w.word from written, words_of_text(name || ' ' || description) w) w
    where not exists (select from catalog_words k where k.word = w.word)
    order by w.word
    on conflict do nothing;
  return null;
end $$;

create trigger products_keep_words after insert on products referencing new table as written
  for each statement execute function keep_catalog_words();
