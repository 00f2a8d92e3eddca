-- What a search looks for a product by, as words with weights: facts, and all with its prose. A: type, colors, sizes, and
-- for whom, B: name and design, C: material and options, D: prose. Colors, sizes, and the like also stand there by a name
-- that no text contains ("main:pine", "size:2xl"), so that "sand" in a name is no color. Each weight has a position of its
-- own, since a word keeps only the highest weight of a position. A change here needs a migration that writes the
-- documents again.
create or replace function search_document(
  p_name text, p_category text, p_type text, p_color text, p_design text, p_gender text, p_age_group text, p_material text,
  p_variations text[], p_prose text, out facts tsvector, out whole tsvector)
language sql immutable set jit = off as $$
  with colors as (
    select word, part = 1 as is_main
    from unnest(string_to_array(p_color, '/')) with ordinality parts (color, part), document_words(color) word
  ), words (word, weight) as (
    select word, '1A' from document_words(p_type) word
    union all select regexp_replace(word, '[\s''._-]+', '', 'g'), '1A' from lower(p_type) word
    union all select word, '1A' from colors
    union all select 'color:' || word, '1A' from colors
    union all select 'main:' || word, '1A' from colors where is_main
    union all select 'category:' || lower(p_category), '1A'
    union all select 'gender:' || p_gender, '1A'
    union all select 'age:' || p_age_group, '1A'
    union all select 'size:' || regexp_replace(lower(size), '[\s._-]+', '', 'g'), '1A'
      from unnest(coalesce(p_variations, array['One size'])) size
    union all select word, '2B' from document_words(p_name || ' ' || p_design) word
    union all select word, '3C' from document_words(p_material || ' ' || coalesce(array_to_string(p_variations, ' '), '')) word
  ), written as (
    select string_agg(quoted || weight, ' ' order by quoted, weight) filter (where weight <> '4D') as facts,
      string_agg(quoted || weight, ' ' order by quoted, weight) as whole
    from (
      select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':' as quoted, weight
      from (select * from words union all select word, '4D' from document_words(p_prose) word) all_words
      where word <> '') entries
  )
  select facts::tsvector, whole::tsvector from written;
$$;
