-- Takes the use of a discount for a paid checkout: the one that it holds or, if that was released before the payment,
-- another one, even beyond the limit, because a paid checkout keeps its price. Repeatable. The caller holds the lock of
-- the checkout.
create or replace function take_discount(c checkouts, p_now timestamptz) returns void language plpgsql as $$
begin
  if c.discount_id is null then return; end if;
  update discount_uses set taken_at = p_now where checkout_id = c.id and taken_at is null;
  if found then
    update discounts set taken = taken + 1 where id = c.discount_id;
    return;
  end if;
  insert into discount_uses (checkout_id, discount_id, email, taken_at, is_late)
    values (c.id, c.discount_id, coalesce(c.discount_email, ''), p_now, true) on conflict do nothing;
  if found then update discounts set taken = taken + 1, uses = uses + 1 where id = c.discount_id; end if;
end $$;
