-- Writes the row of product_facets anew where it says something else. A product that is not sold has none.
create or replace function write_facets(p_id uuid) returns void language plpgsql as $$
begin
  delete from product_facets f where f.product_id = p_id
    and not exists (select from products p where p.id = p_id and p.status = 'active');
  insert into product_facets as f (product_id, category, type, color, swatch, sizes, size_set, price, on_sale, in_stock,
      created_at)
    select wanted.* from products p, facets_of(p) wanted where p.id = p_id
    on conflict (product_id) do update set
      category = excluded.category, type = excluded.type, color = excluded.color, swatch = excluded.swatch,
      sizes = excluded.sizes, size_set = excluded.size_set, price = excluded.price, on_sale = excluded.on_sale,
      in_stock = excluded.in_stock, created_at = excluded.created_at
    where (f.category, f.type, f.color, f.swatch, f.sizes, f.price, f.on_sale, f.in_stock, f.created_at)
      is distinct from (excluded.category, excluded.type, excluded.color, excluded.swatch, excluded.sizes, excluded.price,
        excluded.on_sale, excluded.in_stock, excluded.created_at);
end $$;
