-- The newest p_max active products that a search finds by facts or, with p_prose, by prose. A look at the newest of all says
-- whether words are common: then the rest of them is soon found in that order; words that few products have are looked for
-- in the lists of the index first, for to meet them on the way a million documents would be read. What the planner believes
-- of the beginning of a word is too wrong to choose by.
create or replace function newest_found(p_facts tsquery, p_prose tsquery, p_max integer)
returns table (product_id uuid, created_at timestamptz, code bigint, facts tsvector) language plpgsql stable rows 1200
set enable_seqscan = off set jit = off set work_mem = '32MB' set max_parallel_workers_per_gather = 0
as $$
declare
  -- Common is what two of a hundred have.
  v_looked_at constant integer := 5000;
  v_common constant integer := 100;
  v_met integer;
begin
  select count(*) into v_met from (
    select s.product_id, s.facts from search_facts s where s.is_active order by s.created_at desc, s.product_id desc limit v_looked_at) s
    where case when p_prose is null then s.facts @@ p_facts
      else exists (select from search_prose w where w.product_id = s.product_id and w.whole @@ p_prose offset 0) end;
  if v_met >= v_common then
    return query select s.product_id, s.created_at, s.code, s.facts from (
      select s.* from search_facts s where s.is_active order by s.created_at desc, s.product_id desc offset 0) s
      where case when p_prose is null then s.facts @@ p_facts
        else exists (select from search_prose w where w.product_id = s.product_id and w.whole @@ p_prose offset 0) end
      limit p_max;
  else
    return query with found as materialized (
      select s.product_id, s.created_at from search_facts s where p_prose is null and s.is_active and s.facts @@ p_facts
      union all
      select s.product_id, s.created_at from search_prose w join search_facts s using (product_id)
        where w.is_active and w.whole @@ p_prose
    ), newest as materialized (
      select f.product_id from found f order by f.created_at desc, f.product_id desc limit p_max)
      select s.product_id, s.created_at, s.code, s.facts from newest join search_facts s using (product_id);
  end if;
end $$;
