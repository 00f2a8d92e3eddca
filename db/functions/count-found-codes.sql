-- The facet_code of each active product that a search finds by facts or, where no product has them, by prose: 8 bytes each,
-- one after the other, in base64. Those that are alike are not put together, as count-codes.sql does: of rows in no order
-- that takes longer than to send them. As in found-products.sql the lists of the words in the index are compared, and no
-- document is read.
create or replace function count_found_codes(p_facts tsquery, p_prose tsquery, out codes text, out in_prose boolean)
language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set jit = off set work_mem = '32MB' set max_parallel_workers_per_gather = 0
as $$
begin
  in_prose := false;
  select encode(string_agg(int8send(s.code), ''), 'base64') into codes
    from search_facts s where s.is_active and s.facts @@ p_facts;
  if codes is null then
    in_prose := true;
    select encode(string_agg(int8send(s.code), ''), 'base64') into codes
      from search_prose s where s.is_active and s.whole @@ p_prose;
  end if;
end $$;
