-- At most p_max active products that a search finds by facts or, where no product has them, by prose; in no order. However
-- the words of a search go together, and whatever the planner believes of that, their lists in the index are compared:
-- "polo beanie" would else be looked for product by product.
create or replace function found_products(p_facts tsquery, p_prose tsquery, p_max integer)
returns table (id uuid, in_prose boolean) language plpgsql stable rows 100
set enable_seqscan = off set enable_indexscan = off set jit = off set work_mem = '32MB' as $$
begin
  return query select s.product_id, false from search_facts s where s.is_active and s.facts @@ p_facts limit p_max;
  if not found then
    return query select s.product_id, true from search_prose s where s.is_active and s.whole @@ p_prose limit p_max;
  end if;
end $$;
