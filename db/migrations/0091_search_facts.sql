-- What products are found by, in two tables instead of one: facts in narrow rows, because all that a common word finds is
-- counted row by row, and all with its prose beside them, which nothing reads unless facts find nothing. No document is made
-- anew. Decision 036.
create table search_facts (
  product_id uuid primary key references products on delete cascade,
  -- All that filters ask of it (db/functions/facet-code.sql), before the words: a row is read from its beginning.
  code bigint not null default 0,
  -- As the product's: of words that very many products have, the newest are ranked.
  created_at timestamptz not null,
  is_active boolean not null,
  -- Type, colors, sizes, for whom, name, design, material, options.
  facts tsvector not null
);
create table search_prose (
  product_id uuid primary key references products on delete cascade,
  -- A search counts what it finds where it finds it.
  code bigint not null default 0,
  is_active boolean not null,
  -- All of it with description, fit, and care.
  whole tsvector not null
);
insert into search_facts (product_id, code, created_at, is_active, facts)
  select product_id, code, created_at, is_active, facts from product_search;
insert into search_prose (product_id, code, is_active, whole)
  select product_id, code, is_active, whole from product_search;
drop table product_search;

create index search_facts_words on search_facts using gin (facts) where is_active;
create index search_facts_newest on search_facts (created_at desc, product_id desc) where is_active;
create index search_prose_words on search_prose using gin (whole) where is_active;

-- A process of the version before goes on searching while the others start again.
create view product_search as
  select f.product_id, f.is_active, f.created_at, f.facts, p.whole, f.code
  from search_facts f join search_prose p on p.product_id = f.product_id;
