-- Brings a change that waits for its payment to it: once it has succeeded, the units of the order are swapped and the
-- order's books have its money. Whatever comes in for an order that is another one by now, or for a change that was ended,
-- is booked and goes back whole. The caller holds the lock of the checkout.
create or replace function settle_extra_payment(
  c checkouts, p_intent_status text, p_intent jsonb, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  o orders%rowtype;
  n order_changes%rowtype;
  v_line jsonb := (select to_jsonb(l) from checkout_items l where l.checkout_id = c.id);
  v_received integer := coalesce((p_intent ->> 'amount_received')::integer, 0);
  is_swapped boolean;
begin
  if p_intent_status = 'canceled' then
    perform 1 from orders where id = c.extra_payment_for for update;
    perform release_checkout_stock(c.id);
    update checkouts set state = 'expired', updated_at = p_now where id = c.id and state in ('open', 'paying');
    perform end_change(c.id, p_now);
  end if;
  if p_intent_status is distinct from 'succeeded' or c.state = 'completed' then return; end if;

  select * into o from orders where id = c.extra_payment_for for update;
  select * into n from order_changes where id = c.id;
  -- Of one that waits all units are still to be shipped: count_units sees to it.
  is_swapped := n.state = 'waiting' and c.hold_active
    and v_received = c.total and coalesce(p_intent ->> 'currency', 'usd') = 'usd'
    and o.status in ('paid', 'partially_refunded') and o.fulfillment = 'unfulfilled' and o.cleared_at is null
    and o.forgotten_at is null;
  -- All shelves at once, in the order in which everybody locks them.
  perform 1 from inventory where id in ((v_line ->> 'variant_id')::uuid, (select variant_id from order_items where id = n.item_id))
    order by id for update;
  perform release_checkout_stock(c.id);
  update checkouts set state = 'completed', updated_at = p_now where id = c.id;
  update orders set amount_received = amount_received + v_received, extra_paid = extra_paid + v_received, updated_at = p_now
    where id = o.id;
  if is_swapped then is_swapped := swap_units(n, v_line, true, p_source, p_now); end if;
  update order_changes set received = v_received, ended_at = p_now,
      state = case when is_swapped then 'done' else 'ended' end,
      end_reason = case when not is_swapped then coalesce(end_reason, 'changed') end
    where id = n.id;
  if is_swapped then
    insert into outbox (kind, unique_key, order_id, payload, created_at, next_at)
      values ('order_changed', 'order_changed:' || n.id, o.id, jsonb_build_object('what', 'swap',
        'before', n.before ->> 'items', 'after', n.after ->> 'items'), p_now, p_now);
  else
    perform return_extra_payment(c, p_intent ->> 'id', v_received, p_now);
  end if;
  perform match_order_to_money(o.id, p_source, p_now);
end $$;
