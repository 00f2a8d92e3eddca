-- The discounts that could apply to a cart: the one of a code, in any state, and the automatic ones that apply now to
-- something in it or to a collection, even if only this email has used them up. p_products: the cart's products. A list
-- of {id, version, code, name, kind, value, subtotalMin, productIds (which of p_products it is for; null: all),
-- collectionId (it is for those of p_products in it: server/checkout/discounts/collection-discounts.ts), appliesTo
-- (what it is for, by name; null: all, or chosen products), refusal (why it does not apply; null: it does), startsAt}.
create or replace function discounts_for(p_code text, p_products uuid[], p_email text, p_now timestamptz,
  p_order uuid default null)
returns jsonb language plpgsql stable as $$
declare
  own uuid;
  in_categories text[];
begin
  -- The usual case. The rest needs a new plan for each cart.
  if p_code is null and not exists (select 1 from discounts a where a.code is null and a.is_on) then return '[]'; end if;
  -- A use held by the shopper's open checkout, or by one that replaced it, does not count as used up for them.
  own := (select u.discount_id from discount_uses u join checkouts c on c.id = u.checkout_id
    where c.order_id = any (array(select own_orders(p_order))) and u.taken_at is null limit 1);
  in_categories := array(select p.category from products p where p.id = any (p_products));
  return (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'version', d.version, 'code', d.code, 'name', d.name,
      'kind', d.kind, 'value', d.value, 'subtotalMin', d.subtotal_min, 'refusal', d.refusal, 'startsAt', d.starts_at,
      'productIds', case when d.product_ids is not null or d.categories is not null then (
        select coalesce(jsonb_agg(p.id order by p.id), '[]') from products p where p.id = any (p_products)
          and (p.id = any (d.product_ids) or p.category = any (d.categories))) end,
      'collectionId', d.collection_id,
      'appliesTo', case when d.collection_id is not null then (select c.name from collections c where c.id = d.collection_id)
        else (select string_agg(c.name, ', ' order by c.position, c.id) from categories c where c.id = any (d.categories)) end)
      order by d.code nulls last, d.created_at, d.id), '[]')
    from (
      select c.*, nullif(discount_refusal(c, p_email, p_now), case when c.id = own then 'used_up' end) as refusal
        from discounts c where c.code = upper(p_code)
      union all
      (select a.*, r.refusal from discounts a cross join lateral (
          select nullif(discount_refusal(a, p_email, p_now), case when a.id = own then 'used_up' end) as refusal) r
        where a.code is null and a.is_on
          and (a.product_ids is null and a.categories is null and a.collection_id is null
            or a.product_ids && p_products or a.categories && in_categories)
          and coalesce(r.refusal, 'used_by_email') = 'used_by_email'
        order by a.created_at, a.id limit 20)
      union all
      (select a.*, r.refusal from discounts a cross join lateral (
          select nullif(discount_refusal(a, p_email, p_now), case when a.id = own then 'used_up' end) as refusal) r
        where a.code is null and a.is_on and a.collection_id is not null
          and coalesce(r.refusal, 'used_by_email') = 'used_by_email'
        order by a.created_at, a.id limit 50)) d);
end $$;
