-- Releases what a checkout holds: its stock, and the use of a discount. Call it only once the provider has said that its
-- payment is canceled, or when no payment was ever made for it.
create or replace function release_checkout_stock(p_checkout_id uuid) returns void language plpgsql as $$
begin
  perform give_back_discount(p_checkout_id);
  update checkouts set hold_active = false where id = p_checkout_id and hold_active;
  if not found then return; end if;
  perform 1 from inventory where id in (select variant_id from checkout_items where checkout_id = p_checkout_id)
    order by id for update;
  update inventory i set held = i.held - c.quantity from checkout_items c
    where c.checkout_id = p_checkout_id and c.variant_id = i.id;
end $$;
