-- Gives back the use of a discount that a checkout holds. One that an order has taken stays. The caller holds the lock of
-- the checkout.
create or replace function give_back_discount(p_checkout_id uuid) returns void language plpgsql as $$
declare
  v_discount uuid := (select discount_id from checkouts where id = p_checkout_id);
begin
  if v_discount is null then return; end if;
  delete from discount_uses where checkout_id = p_checkout_id and taken_at is null;
  if found then update discounts set uses = uses - 1 where id = v_discount; end if;
end $$;
