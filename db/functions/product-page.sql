-- Everything that the page of an active product shows of the catalog; nulls when there is no such product. product: its
-- row with its options, codes, further pictures, and the colors of its design. related: of its category, as far as it
-- can be bought, the products that are next older, and the newest in the places that they leave. reviews: what shoppers
-- gave and at most p_reviews of what they wrote, from the newest on or after a place in their list; null when there is
-- nothing. One call with kept plans: as four statements, planning them took longer than running them.
create or replace function product_page(
  p_id uuid, p_colors integer, p_related integer, p_reviews integer, p_after timestamptz, p_after_id uuid,
  out product json, out related json, out reviews json
) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  own products;
  older uuid[];
  newest uuid[];
begin
  select * into own from products p where p.id = p_id and p.status = 'active';
  if not found then return; end if;
  product := (
    select json_build_object('row', own, 'design_key', lower(own.design), 'color_key', lower(own.color),
      'has_avif', has_avif(own.image_url),
      'options', coalesce((select json_agg(json_build_object('variation', i.variation, 'available', i.on_hand - i.held,
          'sku', i.sku, 'gtin', i.gtin, 'mpn', i.mpn) order by i.position, i.variation collate "C")
        from inventory i where i.product_id = own.id and i.variation <> ''), '[]'),
      'codes', (select json_build_object('sku', i.sku, 'gtin', i.gtin, 'mpn', i.mpn)
        from inventory i where i.product_id = own.id and i.variation = ''),
      'extra_images', coalesce((select json_agg(json_build_object('url', e.image_url, 'alt', e.alt, 'hasAvif',
          has_avif(e.image_url)) order by e.display_order)
        from product_images e where e.product_id = own.id), '[]'),
      'repeats_color', own.design <> '' and own.color <> '' and exists (select from products s
        where s.status = 'active' and s.design <> '' and s.color <> '' and lower(s.design) = lower(own.design)
          and lower(s.color) = lower(own.color) and (s.created_at, s.id) < (own.created_at, own.id)),
      'colors', case when own.design = '' then '[]' else design_colors(own.design, p_colors) end));
  older := array(select f.product_id from product_facets f
    where f.category = own.category and f.in_stock and (f.created_at, f.product_id) < (own.created_at, own.id)
    order by f.created_at desc, f.product_id desc limit p_related);
  if cardinality(older) < p_related then
    newest := array(select f.product_id from product_facets f
      where f.category = own.category and f.in_stock and (f.created_at, f.product_id) > (own.created_at, own.id)
      order by f.created_at desc, f.product_id desc limit p_related - cardinality(older));
  end if;
  related := json_build_object('older', cardinality(older), 'products', product_cards(older || newest));
  reviews := (
    select json_build_object('sums', s, 'shown', coalesce((
        select json_agg(shown order by shown."cursorTime" desc, shown.id desc) from (
          select r.id, r.stars, r.fit, r.body as text, r.name, r.size,
            to_char(r.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
            to_char(r.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorTime"
          from reviews r
          where r.product_id = own.id and r.state = 'shown' and (r.written_at, r.id)
            < (coalesce(p_after, 'infinity'), coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          order by r.written_at desc, r.id desc limit p_reviews) shown), '[]'))
    from review_sums s where s.product_id = own.id);
end $$;
