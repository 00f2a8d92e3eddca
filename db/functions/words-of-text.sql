-- The words of a text that a search may look for, in lower case, each once: cut at white space and at signs, and at white
-- space alone without the signs around them, because a shopper types "t-shirt" as one word. Numbers are not misspelled
-- words.
create or replace function words_of_text(p_text text) returns table (word text) language sql immutable as $$
  select distinct word from (
    select regexp_split_to_table(lower(p_text), '[[:space:][:punct:]]+') as word
    union all
    select regexp_replace(part, '^[[:punct:]]+|[[:punct:]]+$', '', 'g')
      from regexp_split_to_table(lower(p_text), '[[:space:]]+') part) words
    where char_length(word) between 3 and 40 and word ~ '[^0-9[:punct:]]';
$$;
