-- What product_facets should say of a product; nothing of what is not sold.
create or replace function facets_of(p_product products)
returns table (product_id uuid, category text, type text, color text, swatch text, sizes text[], size_set text,
  price integer, on_sale boolean, in_stock boolean, created_at timestamptz, code bigint)
language sql stable as $$
  select p_product.id, p_product.category, p_product.type, p_product.color, p_product.swatch, s.sizes,
    array_to_string(s.sizes, E'\x1f'), p_product.effective_price, p_product.on_sale, p_product.stock > 0,
    p_product.created_at,
    facet_code(p_product.category, p_product.on_sale, p_product.stock > 0, p_product.effective_price, p_product.type,
      p_product.color, options_of(p_product.id), s.sizes)
  from (
    select array(select i.variation from inventory i
      where i.product_id = p_product.id and i.variation <> '' and i.on_hand > i.held order by i.variation) as sizes) s
  where p_product.status = 'active'
$$;
