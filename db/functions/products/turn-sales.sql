-- Switches sales on and off when their time has come, and returns how many. The table's triggers notify pages that show
-- them. p_products: only among these. Repeatable, in any process.
create or replace function turn_sales(p_now timestamptz, p_products uuid[] default null)
returns integer language plpgsql as $$
declare
  turned integer;
begin
  perform 1 from products p
    where (p_products is null or p.id = any (p_products)) and (p.sale_starts_at <> '' or p.sale_ends_at <> '' or not p.sale_is_on)
      and p.sale_is_on <> sale_is_on(p.sale_starts_at, p.sale_ends_at, p_now)
    order by p.id for no key update;
  if not found then return 0; end if;
  update products p set sale_is_on = sale_is_on(p.sale_starts_at, p.sale_ends_at, p_now)
    where (p_products is null or p.id = any (p_products)) and (p.sale_starts_at <> '' or p.sale_ends_at <> '' or not p.sale_is_on)
      and p.sale_is_on <> sale_is_on(p.sale_starts_at, p.sale_ends_at, p_now);
  get diagnostics turned = row_count;
  return turned;
end $$;
