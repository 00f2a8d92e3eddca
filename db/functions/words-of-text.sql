-- The words of a text that a search may look for, in lower case, each once. Numbers are not misspelled words.
create or replace function words_of_text(p_text text) returns table (word text) language sql immutable as $$
  select distinct word from regexp_split_to_table(lower(p_text), '[[:space:][:punct:]]+') word
    where char_length(word) between 3 and 40 and word ~ '[^0-9]';
$$;
