-- The variant of a product that a cart or an order means: the one with this id, under any current name; else the one
-- with this name. Null: it no longer exists. In PL/pgSQL, which keeps the plan.
create or replace function asked_variant(p_product_id uuid, p_variant_id uuid, p_name text) returns uuid
language plpgsql stable as $$
begin
  return coalesce((select id from inventory where id = p_variant_id and product_id = p_product_id),
    (select id from inventory where product_id = p_product_id and variation = coalesce(p_name, '')));
end $$;
