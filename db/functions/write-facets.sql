-- Writes the row of product_facets anew where it says something else. A product that is not sold has none.
create or replace function write_facets(p_id uuid) returns void language plpgsql as $$
declare
  v_product products;
  v_code bigint;
begin
  select * into v_product from products where id = p_id and status = 'active';
  if not found then
    delete from product_facets f where f.product_id = p_id;
    return;
  end if;
  perform note_facet_names(v_product.type, v_product.color, options_of(p_id));
  insert into product_facets as f (product_id, category, type, color, swatch, sizes, size_set, price, on_sale, in_stock,
      created_at, code)
    select wanted.* from facets_of(v_product) wanted
    on conflict (product_id) do update set
      category = excluded.category, type = excluded.type, color = excluded.color, swatch = excluded.swatch,
      sizes = excluded.sizes, size_set = excluded.size_set, price = excluded.price, on_sale = excluded.on_sale,
      in_stock = excluded.in_stock, created_at = excluded.created_at, code = excluded.code
    where (f.category, f.type, f.color, f.swatch, f.sizes, f.price, f.on_sale, f.in_stock, f.created_at, f.code)
      is distinct from (excluded.category, excluded.type, excluded.color, excluded.swatch, excluded.sizes, excluded.price,
        excluded.on_sale, excluded.in_stock, excluded.created_at, excluded.code)
    returning code into v_code;
  if found then
    update search_facts s set code = v_code where s.product_id = p_id and s.code <> v_code;
    update search_prose s set code = v_code where s.product_id = p_id and s.code <> v_code;
  end if;
end $$;
