-- What one piece of a product costs at a moment, to the second, whatever products.on_sale says yet. Null for no product.
create or replace function price_now(p products, p_now timestamptz) returns integer language plpgsql stable as $$
begin
  if p.sale_price < p.price and sale_is_on(p.sale_starts_at, p.sale_ends_at, p_now) then return p.sale_price; end if;
  return p.price;
end $$;
