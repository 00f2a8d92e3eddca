-- Counts all products that are alike anew, and forgets the changes that are counted with it: one statement sees the rows
-- and the changes of the same moment, so a change that is committed meanwhile stays for the next time. One at a time. Does
-- nothing before there are p_least changes or no numbers at all. Returns whether it counted.
create or replace function fold_facet_counts(p_least integer) returns boolean language plpgsql as $$
begin
  insert into facet_counts values (1, gen_random_uuid(), '') on conflict do nothing;
  if not found and (select count(*) < p_least from (select from facet_changes limit p_least) changes) then
    return false;
  end if;
  perform from facet_counts where id = 1 for update;
  with counted as (delete from facet_changes)
    update facet_counts set version = gen_random_uuid(), codes = decode(coalesce(count_codes(), ''), 'base64') where id = 1;
  return true;
end $$;
