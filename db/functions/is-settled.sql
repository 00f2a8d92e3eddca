-- Whether the order of a payment says all that settling the payment could say: it succeeded, and that is final. Asking the
-- provider again can change nothing then; what comes later are refunds and disputes (apply_payment_facts).
create or replace function is_settled(c checkouts, o orders) returns boolean language sql immutable as $$
  select coalesce(c.state = 'completed' and c.intent_status = 'succeeded' and o.checkout_id = c.id
    and o.status not in ('pending', 'processing', 'failed', 'canceled'), false);
$$;
