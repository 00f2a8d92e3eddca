-- Writes down those of the catalog's words that are new. A transaction may do so in many statements, as an import does, so
-- no order within one of them keeps two transactions from waiting for each other's words in a circle: one lock until the
-- end of the transaction does. Products are locked before it, never after it. Who writes known words takes no lock.
create or replace function note_words(p_words text[]) returns void language plpgsql as $$
declare
  fresh text[] := array(
    select word from unnest(p_words) w (word) where not exists (select from catalog_words k where k.word = w.word));
begin
  if fresh = '{}' then return; end if;
  perform pg_advisory_xact_lock(7402, 0);
  insert into catalog_words (word, spellings)
    select word, spelling_keys(word) from unnest(fresh) w (word)
    on conflict do nothing;
end $$;
