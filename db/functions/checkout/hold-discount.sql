-- Holds one use of a discount for a checkout that is about to be opened. The row of the discount must be locked, and
-- discount_refusal must have said that it applies.
create or replace function hold_discount(p_checkout_id uuid, p_discount_id uuid, p_email text)
returns void language plpgsql as $$
begin
  insert into discount_uses (checkout_id, discount_id, email) values (p_checkout_id, p_discount_id, p_email);
  update discounts set uses = uses + 1 where id = p_discount_id;
end $$;
