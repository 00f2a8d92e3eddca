-- The words of a text as searches compare them (src/domain/search/search-words.ts cuts what is typed by the same rules): in
-- lower case, without accents, with straight apostrophes, each without the signs around it; a word with signs inside also
-- in its pieces and without them, because a shopper types "t-shirt", "t shirt", or "tshirt". At most 40 letters.
create or replace function document_words(p_text text) returns setof text language sql immutable rows 20 as $$
  with folded as (
    select replace(lower(regexp_replace(
      normalize(translate(p_text, '’‘ʼ′', ''''''''''), nfkd), '[\u0300-\u036f]', '', 'g')), '⁄', '/') as text
  ), parts as (
    select regexp_replace(part, '^[!-/:-@\[-`{-~\u2010-\u205e]+|[!-/:-@\[-`{-~\u2010-\u205e]+$', '', 'g') as part
    from folded, regexp_split_to_table(text, '[\s\u00a0\u2000-\u200b\u2028-\u202f\u3000]+') part
  )
  select distinct left(word, 40) from (
    select part as word from parts
    union all select regexp_replace(part, '[''._-]+', '', 'g') from parts where part ~ '[''._-]'
    union all select regexp_split_to_table(part, '[!-/:-@\[-`{-~\u2010-\u205e]+') from parts
      where part ~ '[!-/:-@\[-`{-~\u2010-\u205e]'
  ) words where word <> '';
$$;
