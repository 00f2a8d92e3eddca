-- At most p_max active products that a search finds, in no order. However the words of a search go together, and whatever
-- the planner believes of that, their lists in the index are compared: "polo beanie" would else be looked for product by
-- product.
create or replace function found_products(p_query tsquery, p_in_prose boolean, p_max integer)
returns setof uuid language plpgsql stable rows 100 set enable_seqscan = off set enable_indexscan = off as $$
begin
  if p_in_prose then
    return query select product_id from product_search where is_active and whole @@ p_query limit p_max;
  else
    return query select product_id from product_search where is_active and facts @@ p_query limit p_max;
  end if;
end $$;
