-- The only writer of paid state. Takes the provider's current response about a payment and brings checkout, order,
-- stock, history, and emails in line with it, in one transaction, any number of times. p_intent: {id, status, amount,
-- amount_received, currency}; p_read: the sequence number taken before the provider was asked. Returns {outcome,
-- order_id, status, previous_status, updated, released, intent_status}; released: the checkout's held stock was
-- released now. p_is_shown: `confirmation` has what the confirmation page shows of the checkout's order.
create or replace function settle_payment(
  p_checkout_id uuid, p_intent jsonb, p_read bigint, p_source text, p_now timestamptz,
  p_is_shown boolean default false
) returns jsonb language plpgsql as $$
declare
  c checkouts%rowtype;
  before orders%rowtype;
  after orders%rowtype;
  intent_status text;
begin
  select * into c from checkouts where id = p_checkout_id for no key update;
  if not found then return jsonb_build_object('outcome', 'unknown_checkout'); end if;

  if not adopt_payment(c, p_intent, p_now) then return jsonb_build_object('outcome', 'other_intent'); end if;
  if c.payment_intent_id is distinct from p_intent ->> 'id' then
    select * into c from checkouts where id = p_checkout_id;
  end if;
  intent_status := note_intent_status(c, p_intent, p_read, p_source, p_now);

  if c.extra_payment_for is not null then
    perform settle_extra_payment(c, intent_status, p_intent, p_source, p_now);
    -- It is the order's payment from the time it arrived.
    select o.* into after from orders o join checkouts now on now.id = c.id and now.state = 'completed'
      where o.id = c.extra_payment_for;
    return jsonb_build_object('outcome', case when after.id is null then 'no_order' else 'order' end,
      'order_id', after.id, 'status', after.status, 'previous_status', after.status,
      'intent_status', intent_status, 'updated', after.id is not null and c.state <> 'completed');
  end if;

  select * into before from orders where checkout_id = c.id for update;
  perform bring_order_to_payment(c, before, intent_status, p_intent, p_read, p_source, p_now);
  select * into after from orders where checkout_id = c.id;

  return jsonb_build_object('outcome', case when after.id is null then 'no_order' else 'order' end,
    'order_id', after.id, 'status', after.status, 'previous_status', before.status,
    'intent_status', intent_status, 'updated', after.status is distinct from before.status,
    'released', c.hold_active and intent_status = 'canceled',
    'confirmation', case when p_is_shown then confirmation_order(after.id) end);
end $$;
