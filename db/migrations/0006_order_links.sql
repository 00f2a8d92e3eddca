-- Two ways back to a sale. First the order's status page: it is found by the hash of the link's token.
-- Second the rescue of a payment whose card form can't load: the same checkout is paid on the provider's
-- own page (a session), under the same hold and with the same order.

create unique index checkouts_access_token on checkouts (access_token_hash);

-- hosted_at: from here on the checkout is to be paid on the provider's page. replaced_intent_id: its first
-- payment, canceled before the page exists, so that never more than one payment of a checkout is alive.
-- payment_intent_id is then the page's own payment, unknown until the shopper tries to pay there.
alter table checkouts
  add column hosted_at timestamptz,
  add column replaced_intent_id text unique,
  add column checkout_session_id text unique,
  add constraint checkouts_replaced_when_hosted check (replaced_intent_id is null or hosted_at is not null),
  add constraint checkouts_page_after_cancel check (checkout_session_id is null or replaced_intent_id is not null),
  add constraint checkouts_two_payments check (payment_intent_id <> replaced_intent_id);

-- 'session' opens the provider's page, 'expire' closes it.
alter table payment_operations drop constraint payment_operations_kind_check;
alter table payment_operations add constraint payment_operations_kind_check
  check (kind in ('create', 'cancel', 'refund', 'session', 'expire'));

-- What settle_payment was is still what settles the checkout's one live payment. In front of it stands the
-- one case it does not know: the first payment of a checkout that moved to the provider's page was
-- canceled for that move, which neither ends the checkout nor gives its stock back.
alter function settle_payment(uuid, jsonb, bigint, text, timestamptz) rename to settle_live_payment;

create function settle_payment(
  p_checkout_id uuid, p_intent jsonb, p_read bigint, p_source text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  c checkouts%rowtype;
  intent_id text := p_intent ->> 'id';
  is_canceled boolean := p_intent ->> 'status' = 'canceled';
  result jsonb;
begin
  select * into c from checkouts where id = p_checkout_id for update;
  if c.hosted_at is not null and c.replaced_intent_id is null and intent_id = c.payment_intent_id and is_canceled
     and c.state in ('open', 'paying') and not exists (select 1 from orders where checkout_id = c.id) then
    insert into payment_debug_logs (payment_intent_id, payment_intent_status, amount, source, created_at)
      values (intent_id, 'canceled', (p_intent ->> 'amount')::integer, p_source, p_now);
    update checkouts set replaced_intent_id = intent_id, payment_intent_id = null, intent_status = null,
      updated_at = p_now where id = c.id;
    c.replaced_intent_id := intent_id;
  end if;
  if intent_id = c.replaced_intent_id then
    -- Canceled is final. An older read may still call it open; money on it would be one without a place.
    return jsonb_build_object('outcome', case when p_intent ->> 'status' = 'succeeded' then 'other_intent' else 'no_order' end,
      'order_id', null, 'status', null, 'previous_status', null, 'total', c.total, 'intent_status', 'canceled',
      'updated', false, 'duplicate', false);
  end if;
  result := settle_live_payment(p_checkout_id, p_intent, p_read, p_source, p_now);
  if c.hosted_at is not null and c.replaced_intent_id is null then
    -- The first payment was made, or has ended the checkout, before it could be canceled: no page will follow.
    update payment_operations o set state = 'failed', last_error = 'the checkout ended before its page', updated_at = p_now
      from checkouts now where now.id = c.id and now.state not in ('open', 'paying')
        and o.checkout_id = c.id and o.kind = 'session' and o.state = 'todo';
  end if;
  return result;
end $$;

-- Ends a checkout whose page was never paid on, and gives its stock back. Called once the provider has said
-- that the page is closed; refuses while any payment of the checkout is not known to be canceled.
create function end_hosted_checkout(p_checkout_id uuid, p_now timestamptz) returns boolean language plpgsql as $$
declare
  c checkouts%rowtype;
begin
  select * into c from checkouts where id = p_checkout_id for update;
  if c.state in ('expired', 'superseded') then return true; end if;
  if not found or c.state = 'completed' or c.replaced_intent_id is null
     or (c.payment_intent_id is not null and c.intent_status is distinct from 'canceled') then return false; end if;
  perform release_checkout_stock(c.id);
  update checkouts set state = case when superseded_by is null then 'expired' else 'superseded' end,
    updated_at = p_now where id = c.id;
  return true;
end $$;
