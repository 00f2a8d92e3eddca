-- What a search looks for a product by, as words with weights: facts, and all with its prose. A: type, colors, sizes, and
-- for whom, B: name and design, C: material and options, D: prose. Colors, sizes, and the like also stand there by a name
-- that no text contains (":main:pine", ":size:2xl"), so that "sand" in a name is no color; the sign in front, which no
-- word keeps, so that no word begins it. Each weight has a position of its
-- own, since a word keeps only the highest weight of a position. All texts are cut in one pass. A change here needs a
-- migration that writes the documents again.
create or replace function search_document(
  p_name text, p_category text, p_type text, p_color text, p_design text, p_gender text, p_age_group text, p_material text,
  p_variations text[], p_prose text)
returns table (facts tsvector, whole tsvector) language sql immutable rows 1 as $$
  with texts (part, text) as (
    values ('type', p_type), ('name', p_name || ' ' || p_design), ('prose', p_prose),
      ('material', p_material || ' ' || coalesce(array_to_string(p_variations, ' '), ''))
    union all select case place when 1 then 'main' else 'color' end, color
      from unnest(string_to_array(p_color, '/')) with ordinality colors (color, place)
  ), cut as materialized (
    select part, word from texts, document_words(text) word
  ), words (word, weight) as (
    select word, case part when 'name' then '2B' when 'material' then '3C' when 'prose' then '4D' else '1A' end from cut
    union all select ':color:' || word, '1A' from cut where part in ('main', 'color')
    union all select ':main:' || word, '1A' from cut where part = 'main'
    union all select translate(word, E' \t\n\x0b\f\r''._-', ''), '1A'
      from lower(p_type) word
    union all select ':category:' || lower(p_category), '1A'
    union all select ':gender:' || p_gender, '1A'
    union all select ':age:' || p_age_group, '1A'
    union all select ':size:' || translate(lower(size), E' \t\n\x0b\f\r._-', ''), '1A'
      from unnest(coalesce(p_variations, array['One size'])) size
  ), written as (
    select string_agg(quoted || weight, ' ' order by quoted, weight) filter (where weight <> '4D') as facts,
      string_agg(quoted || weight, ' ' order by quoted, weight) as whole
    from (
      select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':' as quoted, weight
      from words where word <> '') entries
  )
  select facts::tsvector, whole::tsvector from written;
$$;
