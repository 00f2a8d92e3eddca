-- count_codes of the active products that a search finds by facts or, where no product has them, by prose. As in
-- found-products.sql the lists of the words in the index are compared, and no document is read.
create or replace function count_found_codes(p_facts tsquery, p_prose tsquery, out codes text, out in_prose boolean)
language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set jit = off set max_parallel_workers_per_gather = 0
as $$
begin
  in_prose := false;
  select encode(string_agg(int8send(alike.code) || int4send(alike.products), ''), 'base64') into codes
    from (select s.code, count(*)::integer as products from product_search s
      where s.is_active and s.facts @@ p_facts group by s.code) alike;
  if codes is null then
    in_prose := true;
    select encode(string_agg(int8send(alike.code) || int4send(alike.products), ''), 'base64') into codes
      from (select s.code, count(*)::integer as products from product_search s
        where s.is_active and s.whole @@ p_prose group by s.code) alike;
  end if;
end $$;
