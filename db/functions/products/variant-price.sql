-- The only rule for the price of a variant: its own price and sale price if it has them, otherwise the product's. A
-- sale price counts while the product's sale is on, and only below the price. In SQL, which is inlined.
create or replace function variant_price(p products, v inventory, p_sale_is_on boolean) returns integer
language sql immutable as $$
  select case when p_sale_is_on and coalesce(v.sale_price, p.sale_price) < coalesce(v.price, p.price)
    then coalesce(v.sale_price, p.sale_price) else coalesce(v.price, p.price) end
$$;
