-- Why a discount does not apply now, for any cart: 'off', 'not_yet', 'ended', 'used_up', 'other_email',
-- 'used_by_email'; null when it does. p_email: in its counted form, null for an unknown shopper. A deleted, hidden, or
-- ended collection ends the discounts for it. Under the discount's lock, the result holds until the end of the
-- transaction.
create or replace function discount_refusal(d discounts, p_email text, p_now timestamptz)
returns text language plpgsql stable as $$
begin
  return case
    when not d.is_on then 'off'
    when d.starts_at > p_now then 'not_yet'
    when d.ends_at <= p_now then 'ended'
    when d.collection_id is not null and not exists (select from collections c where c.id = d.collection_id and c.is_on
      and coalesce(c.starts_at <= p_now, true) and coalesce(c.ends_at > p_now, true)) then 'ended'
    when d.uses >= d.uses_max then 'used_up'
    when d.for_email <> p_email then 'other_email'
    when d.uses_per_email_max is not null and p_email is not null
      and (select count(*) from discount_uses u where u.discount_id = d.id and u.email = p_email) >= d.uses_per_email_max
      then 'used_by_email'
  end;
end $$;
