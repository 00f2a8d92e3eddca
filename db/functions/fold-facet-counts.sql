-- Counts all products that are alike anew, and forgets the changes that are counted with it: one statement sees the rows
-- and the changes of the same moment, so a change that is committed meanwhile stays for the next time. One at a time. Does
-- nothing before there are p_least changes, no numbers at all, or numbers that are older than p_stale: what was ever written
-- past the trigger is right again then. Returns whether it counted.
create or replace function fold_facet_counts(p_least integer, p_now timestamptz, p_stale interval)
returns boolean language plpgsql as $$
begin
  insert into facet_counts values (1, gen_random_uuid(), '', p_now) on conflict do nothing;
  if not found and not exists (select from facet_counts where counted_at < p_now - p_stale)
      and (select count(*) < p_least from (select from facet_changes limit p_least) changes) then
    return false;
  end if;
  perform from facet_counts where id = 1 for update;
  with counted as (delete from facet_changes)
    update facet_counts set version = gen_random_uuid(), codes = decode(coalesce(count_codes(), ''), 'base64'), counted_at = p_now
      where id = 1;
  return true;
end $$;
