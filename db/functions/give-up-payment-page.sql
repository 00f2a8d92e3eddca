-- A checkout was to move to the provider's own page, but its first payment succeeded, or ended the checkout, before it
-- could be canceled: there will be no page. Reads the checkout again, since settling may just have ended it.
create or replace function give_up_payment_page(c checkouts, p_now timestamptz) returns void language plpgsql as $$
begin
  if c.hosted_at is null or c.replaced_intent_id is not null then return; end if;
  update payment_operations o set state = 'failed', last_error = 'the checkout ended before its page', updated_at = p_now
    from checkouts now where now.id = c.id and now.state not in ('open', 'paying')
      and o.checkout_id = c.id and o.kind = 'session' and o.state = 'todo';
end $$;
