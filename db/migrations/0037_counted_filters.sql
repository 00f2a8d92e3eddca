-- What counts of filters are made of: all that filters ask of a product as one number, whose parts facet-code.sql says. Rows
-- that are alike are counted from the index of that number, in its order, and no row is read (count-codes.sql).
create table facet_names (
  kind text not null check (kind in ('type', 'color', 'layout')),
  -- From 1; never given again.
  id integer not null,
  -- As the owner spells it. A layout is the options of a product in order, with \x1f between them.
  name text collate "C" not null,
  primary key (kind, id),
  unique (kind, name)
);

alter table product_facets add column code bigint not null default 0;
-- Beside the words too, because a search counts what it found where it found it.
alter table product_search add column code bigint not null default 0;

create temporary table layouts_0037 on commit drop as
  select f.product_id, f.sizes, array(select i.variation from inventory i
      where i.product_id = f.product_id and i.variation <> '' order by i.variation collate "C" limit 20) as options
  from product_facets f;

insert into facet_names (kind, id, name)
  select kind, row_number() over (partition by kind order by name collate "C"), name from (
    select distinct 'type' as kind, type as name from product_facets where type <> ''
    union all select distinct 'color', color from product_facets where color <> ''
    union all select distinct 'layout', array_to_string(options, E'\x1f') from layouts_0037 where options <> '{}') named;
delete from facet_names where id > case kind when 'type' then 1023 when 'color' then 16383 else 4095 end;

update product_facets f set code =
    ((f.category = 'Shirts')::integer::bigint << 62)
    | (f.on_sale::integer::bigint << 61)
    | (f.in_stock::integer::bigint << 60)
    | (width_bucket(f.price, '{2500,5000,7500,10000,15000,20000,30000,50000}'::integer[])::bigint << 56)
    | (coalesce((select id from facet_names where kind = 'type' and name = f.type), 0)::bigint << 46)
    | (coalesce((select id from facet_names where kind = 'color' and name = f.color), 0)::bigint << 32)
    | (coalesce((select id from facet_names where kind = 'layout' and name = array_to_string(l.options, E'\x1f')), 0)::bigint << 20)
    | coalesce((select sum(1::bigint << (place::integer - 1)) from unnest(l.options) with ordinality o (option, place)
        where o.option = any(l.sizes)), 0)::bigint
  from layouts_0037 l where l.product_id = f.product_id;
update product_search s set code = f.code from product_facets f where f.product_id = s.product_id;

create index product_facets_code on product_facets (code);
alter table product_facets drop column kind;
