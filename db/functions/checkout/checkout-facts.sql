-- Everything that decides about a new checkout. It first takes the lock under which checkouts start one after another,
-- then locks the discounts that could apply and the stock of the products, so its result stays true until the
-- transaction ends. Returns whether the key or the order id is known (then nothing else); the requested lines with
-- their current names, prices, and stock, in the order of the cart, the variants of a product in the owner's order (a
-- variant is found by its id, else by its name, and has its current name), each with what first-time visitors hold of
-- it; how the payments of the visitor and of the shop ended since p_since; the units that the visitor and all
-- first-time visitors hold, and that the shop has (no more than are needed to judge); the store's rules (null: none
-- stored); and the discounts that could apply, by p_code and automatically (discounts_for). Units held for an extra
-- payment were requested by the owner, and are not counted.
create or replace function checkout_facts(
  p_key text, p_order uuid, p_visitor text, p_products uuid[], p_variants uuid[], p_variations text[], p_quantities integer[],
  p_code text, p_email text, p_since timestamptz, p_now timestamptz,
  out is_known boolean, out lines jsonb, out own jsonb, out shop jsonb, out held jsonb, out rules jsonb,
  out discounts jsonb
) language plpgsql as $$
declare
  v_asked integer := (select sum(q) from unnest(p_quantities) q);
  v_strangers integer;
begin
  perform pg_advisory_xact_lock(hashtext('start of a checkout'));
  is_known := exists (select from checkouts where idempotency_key = p_key or order_id = p_order);
  if is_known then return; end if;
  perform 1 from discounts where code = upper(p_code) or code is null and is_on order by id for no key update;
  perform 1 from inventory where product_id = any (p_products) order by id for update;
  discounts := discounts_for(p_code, p_products, p_email, p_now);
  lines := (select jsonb_agg(jsonb_build_object('productId', wanted.product_id, 'variantId', i.id, 'variation', wanted.variation,
      'quantity', wanted.quantity, 'name', coalesce(p.name, ''), 'unitPrice', coalesce(price_now(p, i, p_now), 0),
      'available', coalesce(i.on_hand - i.held, 0), 'onHand', coalesce(i.on_hand, 0), 'exists', i.id is not null,
      'image', p.image_url, 'imageAlt', coalesce(p.image_alt, ''), 'heldByStrangers', (
        select coalesce(sum(l.quantity), 0) from checkouts c join checkout_items l on l.checkout_id = c.id
          where c.hold_active and c.visitor is not null and not c.visitor_has_paid
            and l.variant_id = i.id)) order by wanted.place, i.position, wanted.variation)
    from (select w.product_id, v.id as variant_id, coalesce(v.variation, w.variation) as variation,
        sum(w.quantity)::integer as quantity, min(min(w.position)) over (partition by w.product_id) as place
      from unnest(p_products, p_variants, p_variations, p_quantities)
        with ordinality as w (product_id, variant_id, variation, quantity, position)
      left join inventory v on v.id = asked_variant(w.product_id, w.variant_id, w.variation)
      group by 1, 2, 3) wanted
    left join products p on p.id = wanted.product_id and p.status = 'active'
    left join inventory i on i.id = wanted.variant_id and i.product_id = p.id);
  rules := (select jsonb_build_object('business_info', s.business_info, 'tax', s.tax, 'shipping', s.shipping,
      'holds', s.holds, 'profile', s.profile) from store_settings s where s.id = 1);
  if p_visitor is null then return; end if;
  own := (select jsonb_build_object('total', count(*), 'declined', count(*) filter (where kind = 'declined'))
    from payment_outcomes where visitor = p_visitor and at > p_since and kind in ('paid', 'declined'));
  shop := recent_outcomes(p_since);
  select jsonb_build_object('byVisitor', coalesce(sum(l.quantity) filter (where c.visitor = p_visitor), 0)),
      coalesce(sum(l.quantity) filter (where not c.visitor_has_paid), 0)
    into held, v_strangers
    from checkouts c join checkout_items l on l.checkout_id = c.id
    where c.hold_active and c.visitor is not null and c.extra_payment_for is null;
  held := held || jsonb_build_object('byStrangers', v_strangers, 'onHand', (
    select coalesce(sum(on_hand), 0) from (
      select on_hand from inventory where on_hand > 0 limit 4 * (v_strangers + v_asked)) enough));
end $$;
