-- What decides about a new checkout, read at one moment: whether its key is known; the requested lines with their names,
-- prices and stock of now, in the order of the request (an option that was renamed under its name of now); what the client
-- holds in its other open checkouts, by option, with what is left of each (null unless p_is_capped; what is kept for a
-- top-up is the owner's asking, and not counted); and the store's rules (null: it has none stored); and the
-- discounts that could apply, by p_code and by themselves (discounts_for).
create or replace function checkout_facts(
  p_key text, p_client text, p_is_capped boolean, p_products uuid[], p_variations text[], p_quantities integer[],
  p_code text, p_email text, p_now timestamptz,
  out is_known boolean, out lines jsonb, out held jsonb, out rules jsonb, out discounts jsonb
) language plpgsql stable as $$
begin
  select exists (select 1 from checkouts where idempotency_key = p_key),
      (select jsonb_agg(jsonb_build_object('productId', wanted.product_id, 'variation', wanted.variation,
          'quantity', wanted.quantity, 'name', coalesce(p.name, ''), 'unitPrice', coalesce(price_now(p, p_now), 0),
          'available', coalesce(i.on_hand - i.held, 0), 'exists', i.product_id is not null, 'image', p.image_url,
          'imageAlt', coalesce(p.image_alt, '')) order by wanted.position)
        from (select w.product_id, coalesce(f.variation, w.variation) as variation, sum(w.quantity)::integer as quantity,
            min(w.position) as position
          from unnest(p_products, p_variations, p_quantities)
            with ordinality as w (product_id, variation, quantity, position)
          left join former_options f on f.product_id = w.product_id and f.name = w.variation
          group by 1, 2) wanted
        left join products p on p.id = wanted.product_id and p.status = 'active'
        left join inventory i on i.product_id = p.id and i.variation = wanted.variation),
      (select jsonb_build_object('business_info', s.business_info, 'tax', s.tax, 'shipping', s.shipping,
          'holds', s.holds, 'profile', s.profile) from store_settings s where s.id = 1),
      discounts_for(p_code, p_products, p_email, p_now)
    into is_known, lines, rules, discounts;
  if not p_is_capped then return; end if;
  held := (select coalesce(jsonb_agg(jsonb_build_object('productId', h.product_id, 'variation', h.variation,
      'quantity', h.quantity, 'available', h.available)), '[]')
    from (select l.product_id, l.variation, sum(l.quantity) as quantity, coalesce(max(i.on_hand - i.held), 0) as available
      from checkouts c join checkout_items l on l.checkout_id = c.id
      left join inventory i on i.product_id = l.product_id and i.variation = l.variation
      where c.client = p_client and c.hold_active and c.tops_up is null group by l.product_id, l.variation) h);
end $$;
