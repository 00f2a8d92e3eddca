-- Stores what the provider said of the checkout's payment and returns the status that counts: a final status is never
-- overwritten, and of two others the read that began later wins. What is known already writes nothing, however often the
-- provider is asked. A success is only answered: bring_order_to_payment stores it with the order that comes of it, and of a
-- extra payment, which makes no order, it is stored here. The caller holds the lock of the checkout.
create or replace function note_intent_status(
  c checkouts, p_intent jsonb, p_read bigint, p_source text, p_now timestamptz
) returns text language plpgsql as $$
declare
  said text := p_intent ->> 'status';
begin
  if said = c.intent_status and c.state <> 'open' then return said; end if;
  insert into payment_debug_logs (payment_intent_id, payment_intent_status, amount, source, created_at)
    values (p_intent ->> 'id', said, (p_intent ->> 'amount')::integer, p_source, p_now);
  if coalesce(c.intent_status, '') in ('succeeded', 'canceled') and said not in ('succeeded', 'canceled')
     or (said not in ('succeeded', 'canceled') and p_read < c.intent_read) then
    return c.intent_status;
  end if;
  if said = 'succeeded' and c.extra_payment_for is null then return said; end if;
  update checkouts set intent_status = said, intent_read = greatest(p_read, intent_read),
    state = case when state = 'open' then 'paying' else state end, updated_at = p_now where id = c.id;
  return said;
end $$;
