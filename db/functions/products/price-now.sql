-- The price of one unit of a variant at a time, to the second, regardless of products.sale_is_on. Without a variant,
-- the product's price; null for no product.
create or replace function price_now(p products, v inventory, p_now timestamptz) returns integer
language plpgsql stable as $$
begin
  if sale_is_on(p.sale_starts_at, p.sale_ends_at, p_now) then return variant_price(p, v, true); end if;
  return variant_price(p, v, false);
end $$;
