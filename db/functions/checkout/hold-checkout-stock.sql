-- Holds the items of a checkout. The caller has locked the stock, has checked it, and records the hold (hold_active).
create or replace function hold_checkout_stock(p_checkout_id uuid) returns void language plpgsql as $$
begin
  update inventory i set held = i.held + c.quantity from checkout_items c
    where c.checkout_id = p_checkout_id and c.variant_id = i.id;
end $$;
