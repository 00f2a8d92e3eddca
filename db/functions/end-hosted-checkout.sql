-- Ends a checkout that was never paid on the provider's page, and releases its stock. Call it once the provider has said
-- that the page is closed. Returns false, and changes nothing, while any payment of the checkout is not known to be
-- canceled.
create or replace function end_hosted_checkout(p_checkout_id uuid, p_now timestamptz) returns boolean language plpgsql as $$
declare
  c checkouts%rowtype;
begin
  select * into c from checkouts where id = p_checkout_id for no key update;
  if c.state in ('expired', 'superseded') then return true; end if;
  if not found or c.state = 'completed' or c.replaced_intent_id is null
     or (c.payment_intent_id is not null and c.intent_status is distinct from 'canceled') then return false; end if;
  perform release_checkout_stock(c.id);
  update checkouts set state = case when superseded_by is null then 'expired' else 'superseded' end,
    updated_at = p_now where id = c.id;
  return true;
end $$;
