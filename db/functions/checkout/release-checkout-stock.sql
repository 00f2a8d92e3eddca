-- Releases what a checkout holds: its stock, and the use of a discount. Call it only once the provider has confirmed
-- that its payment is canceled, or when no payment was ever made for it. A use of a discount that an order has taken
-- stays.
create or replace function release_checkout_stock(p_checkout_id uuid) returns void language plpgsql as $$
declare
  v_discount uuid := (select discount_id from checkouts where id = p_checkout_id);
begin
  if v_discount is not null then
    delete from discount_uses where checkout_id = p_checkout_id and taken_at is null;
    if found then update discounts set uses = uses - 1 where id = v_discount; end if;
  end if;
  update checkouts set hold_active = false where id = p_checkout_id and hold_active;
  if not found then return; end if;
  perform 1 from inventory where id in (select variant_id from checkout_items where checkout_id = p_checkout_id)
    order by id for update;
  update inventory i set held = i.held - c.quantity from checkout_items c
    where c.checkout_id = p_checkout_id and c.variant_id = i.id;
end $$;
