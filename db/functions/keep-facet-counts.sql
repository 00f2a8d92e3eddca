-- Notes which facet_code a product has no more and which it has instead. Rows are only added, so nobody waits for anybody,
-- however many sell out at the same moment.
create or replace function keep_facet_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into facet_changes (code, products) values (old.code, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into facet_changes (code, products) values (new.code, 1);
  end if;
  return null;
end $$;

create trigger product_facets_keep_counts after insert or delete on product_facets
  for each row execute function keep_facet_counts();
create trigger product_facets_keep_counts_on_change after update of code on product_facets
  for each row when (old.code <> new.code) execute function keep_facet_counts();
