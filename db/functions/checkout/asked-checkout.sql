-- The confirmation page's first question, by one id of a checkout (p_payment: its payment's). Returns the checkout (all
-- null when there is none), what only the browser with its key may see, and its order once its payment is settled;
-- otherwise the number of the provider read that is taken now. Each id is a separate statement, because a combined one
-- would need a new plan for each page.
create or replace function asked_checkout(
  p_order_id uuid, p_session_id text, p_payment text, p_key text,
  out c checkouts, out own jsonb, out paid jsonb, out read bigint
) language plpgsql as $$
begin
  if p_order_id is not null then
    select * into c from checkouts where order_id = p_order_id;
  elsif p_session_id is not null then
    select * into c from checkouts where checkout_session_id = p_session_id;
  else
    select * into c from checkouts where payment_intent_id = p_payment;
  end if;
  if c.id is null then return; end if;
  if c.idempotency_key = p_key and c.access_token_hash is not null then
    own := jsonb_build_object('email', c.shipping_address ->> 'customer_email', 'linkHash', c.access_token_hash, 'linkTurns',
      (select count(*) from order_changes n where n.order_id = c.order_id and n.kind = 'email'));
  end if;
  if c.state = 'completed' then
    paid := (select confirmation_order(o.id) from orders o where o.checkout_id = c.id);
  end if;
  if paid is null then read := nextval('payment_reads'); end if;
end $$;
