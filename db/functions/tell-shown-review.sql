-- Tells that the reviews on a product's page are others: one came, went, or says something else. One that waits for the
-- owner's look, or was hidden, is on no page.
create or replace function tell_shown_review() returns trigger language plpgsql as $$
declare
  was_shown boolean := tg_op <> 'INSERT' and old.state = 'shown';
  is_shown boolean := tg_op <> 'DELETE' and new.state = 'shown';
  product products;
begin
  if not was_shown and not is_shown then return null; end if;
  select * into product from products
    where id = case when tg_op = 'DELETE' then old.product_id else new.product_id end and status = 'active';
  if found then perform tell_shown(product, 'reviewed'); end if;
  return null;
end $$;

create trigger reviews_tell_shown after insert or update or delete on reviews
  for each row execute function tell_shown_review();
