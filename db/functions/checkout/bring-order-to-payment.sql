-- Makes the order of a checkout, or moves it (o; its id is null while there is none), to match its payment, with stock
-- and emails. The caller holds the locks of checkout and order. A success is written together with all of its effects,
-- including its status and its read (p_read): the row has many indexes, so it is written once.
create or replace function bring_order_to_payment(
  c checkouts, o orders, p_intent_status text, p_intent jsonb, p_read bigint, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  received integer;
begin
  if p_intent_status = 'succeeded' then
    if o.id is null or o.status in ('pending', 'processing', 'failed', 'canceled') then
      perform take_discount(c, p_now);
      received := coalesce((p_intent ->> 'amount_received')::integer, 0);
      o.id := settle_order(c, o.id, p_intent ->> 'id', 'paid', received, p_source, p_now);
      if received <> c.total or coalesce(p_intent ->> 'currency', 'usd') <> 'usd' then
        perform flag_order(o.id, 'amount_mismatch', p_now);
      end if;
      update checkouts set state = 'completed', hold_active = false, intent_status = p_intent_status,
        intent_read = greatest(p_read, intent_read), updated_at = p_now where id = c.id;
      perform queue_mail('order_confirmation', o.id, p_now);
      perform queue_mail('owner_new_order', o.id, p_now);
    end if;
  elsif p_intent_status = 'processing' then
    if o.id is null or o.status in ('pending', 'failed') then
      o.id := settle_order(c, o.id, p_intent ->> 'id', 'processing', 0, p_source, p_now);
      perform queue_mail('payment_processing', o.id, p_now);
    end if;
  elsif p_intent_status in ('requires_payment_method', 'requires_confirmation', 'requires_action') then
    -- The hold stays until it expires: the shopper may try another card on the same order, and may have begun to.
    if o.status = 'processing' then
      perform move_order(o.id, 'failed', p_source, null, p_now);
      perform queue_mail('payment_failed', o.id, p_now);
    end if;
  elsif p_intent_status = 'canceled' then
    perform release_checkout_stock(c.id);
    update checkouts set state = case when superseded_by is null then 'expired' else 'superseded' end,
      updated_at = p_now where id = c.id and state in ('open', 'paying');
    if o.status in ('pending', 'processing', 'failed') then
      perform move_order(o.id, 'canceled', p_source, null, p_now);
      perform queue_mail('payment_failed', o.id, p_now);
    end if;
  end if;
end $$;
