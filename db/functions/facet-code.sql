-- All that filters ask of a product, as one number: products that are alike in it are counted together. From the highest
-- bit: 1 for the category (Shirts), 1 on sale, 1 in stock, 4 for the band of its price, 10 for its type, 14 for its color,
-- 12 for the layout of its options, and 20 for which of those can be bought. 0 stands for what has no name, or a name that
-- no number was left for (note-facet-names.sql). src/server/catalog/filters/facet-codes.ts reads it; a test compares the
-- bands with domain/catalog/price-bands.ts.
create or replace function facet_code(
  p_category text, p_on_sale boolean, p_in_stock boolean, p_price integer, p_type text, p_color text, p_options text[],
  p_sizes text[]
) returns bigint language sql stable as $$
  select ((p_category = 'Shirts')::integer::bigint << 62)
    | (p_on_sale::integer::bigint << 61)
    | (p_in_stock::integer::bigint << 60)
    | (width_bucket(p_price, '{2500,5000,7500,10000,15000,20000,30000,50000}'::integer[])::bigint << 56)
    | (coalesce((select id from facet_names where kind = 'type' and name = p_type), 0)::bigint << 46)
    | (coalesce((select id from facet_names where kind = 'color' and name = p_color), 0)::bigint << 32)
    | (coalesce((select id from facet_names where kind = 'layout' and name = array_to_string(p_options, E'\x1f')), 0)::bigint << 20)
    | coalesce((select sum(1::bigint << (place::integer - 1)) from unnest(p_options) with ordinality o (option, place)
        where option = any(p_sizes)), 0)::bigint
$$;
