-- Locks all options of products: after it, none of them is renamed until the transaction ends. For lines that name an
-- option as it is not called anymore; others are locked one by one.
create or replace function lock_renamed(p_products uuid[]) returns void language plpgsql as $$
begin
  if cardinality(p_products) = 0 then return; end if;
  perform 1 from inventory where product_id = any (p_products) order by product_id, variation for update;
end $$;
