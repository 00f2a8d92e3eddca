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
