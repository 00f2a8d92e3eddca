-- What lists show of these products, in the order of the ids; whatever is missing is left out. The columns that a list
-- shows of an attribute are those of src/domain/product/product-fields.ts, which a test compares. Its one plan is kept as
-- long as the connection: planning it for each list took longer than running it.
create or replace function product_cards(p_ids uuid[]) returns json language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  return (
    select coalesce(json_agg(card order by place), '[]') from (
      select chosen.place, p.id, p.on_sale, p.stock, p.image_url, p.image_alt, p.name, p.price, p.sale_price, p.category,
        has_avif(p.image_url) as has_avif, p.created_at,
        exists (select from inventory i where i.product_id = p.id and i.variation <> '') as has_options,
        (select json_build_object('url', e.image_url, 'alt', e.alt, 'hasAvif',
            has_avif(e.image_url))
          from product_images e where e.product_id = p.id order by e.display_order limit 1) as second_image
      from unnest(p_ids) with ordinality as chosen (id, place) join products p on p.id = chosen.id) card);
end $$;
