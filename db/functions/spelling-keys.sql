-- A word and all that is left of it when one letter is missing, for the word and for what it may be the plural of. Two
-- words that differ by one letter (wrong, missing, too many, or exchanged with its neighbor) have one of them in common, so
-- equality finds them, which an index answers. What has one in common is not always a misspelling: the caller looks.
create or replace function spelling_keys(p_word text) returns text[] language sql immutable as $$
  select array(
    select distinct left(form, place - 1) || substr(form, place + 1)
    from unnest(array[p_word, regexp_replace(p_word, 's$', ''), regexp_replace(p_word, 'es$', '')]) form,
      generate_series(1, char_length(form) + 1) place);
$$;
