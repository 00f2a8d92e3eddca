-- A product's options in the order of their names, whether or not they can be bought. No product has more than 20
-- (OPTIONS_MAX).
create or replace function options_of(p_id uuid) returns text[] language sql stable as $$
  select array(select i.variation from inventory i
    where i.product_id = p_id and i.variation <> '' order by i.variation collate "C" limit 20)
$$;
