-- What shoppers find products by: one document of weighted words for each, kept by triggers (db/functions/
-- search-document.sql says what is in it). A table of its own, so that a sale, which writes the product, writes no words.
create table product_search (
  product_id uuid primary key references products on delete cascade,
  is_active boolean not null,
  -- As the product's: of words that very many products have, the newest are ranked.
  created_at timestamptz not null,
  -- Type, colors, sizes, for whom, name, design, material, options.
  facts tsvector not null,
  -- All of it with description, fit, and care.
  whole tsvector not null
);

-- The owner's groups of words that mean the same: [["cap", "lid"], …].
alter table store_settings add column synonyms jsonb not null default '[]';

-- The documents of what is there already, by the rules of the functions of today.
create function words_of_0032(p_text text) returns setof text language sql immutable rows 20 as $$
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

create function document_of_0032(p products, out facts tsvector, out whole tsvector) language sql immutable set jit = off as $$
  with colors as (
    select word, part = 1 as is_main
    from unnest(string_to_array(p.color, '/')) with ordinality parts (color, part), words_of_0032(color) word
  ), words (word, weight) as (
    select word, '1A' from words_of_0032(p.type) word
    union all select regexp_replace(word, '[\s''._-]+', '', 'g'), '1A' from lower(p.type) word
    union all select word, '1A' from colors
    union all select 'color:' || word, '1A' from colors
    union all select 'main:' || word, '1A' from colors where is_main
    union all select 'category:' || lower(p.category), '1A'
    union all select 'gender:' || p.gender, '1A'
    union all select 'age:' || p.age_group, '1A'
    union all select 'size:' || regexp_replace(lower(size), '[\s._-]+', '', 'g'), '1A'
      from unnest(coalesce(p.variations, array['One size'])) size
    union all select word, '2B' from words_of_0032(p.name || ' ' || p.design) word
    union all select word, '3C' from words_of_0032(p.material || ' ' || coalesce(array_to_string(p.variations, ' '), '')) word
  ), written as (
    select string_agg(quoted || weight, ' ' order by quoted, weight) filter (where weight <> '4D') as facts,
      string_agg(quoted || weight, ' ' order by quoted, weight) as whole
    from (
      select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':' as quoted, weight
      from (select * from words
        union all select word, '4D' from words_of_0032(concat_ws(' ', p.description, p.fit, p.care)) word) all_words
      where word <> '') entries
  )
  select facts::tsvector, whole::tsvector from written;
$$;

insert into product_search (product_id, is_active, created_at, facts, whole)
  select p.id, p.status = 'active', p.created_at, document.facts, document.whole from products p, document_of_0032(p) document;

drop function document_of_0032(products);
drop function words_of_0032(text);

insert into catalog_words (word, spellings)
  select word, array(
    select distinct left(form, place - 1) || substr(form, place + 1)
    from unnest(array[word, regexp_replace(word, 's$', ''), regexp_replace(word, 'es$', '')]) form,
      generate_series(1, char_length(form) + 1) place)
  from (
    select distinct word from product_search, unnest(tsvector_to_array(whole)) word
    where char_length(word) between 3 and 40 and word ~ '[^0-9[:punct:]]' and position(':' in word) = 0) words
  on conflict do nothing;

create index product_search_facts on product_search using gin (facts) where is_active;
create index product_search_whole on product_search using gin (whole) where is_active;

create index product_search_newest on product_search (created_at desc, product_id desc) where is_active;

-- Descriptions are found by their document now.
drop index products_description_words;
