-- Brings a top-up to its payment: once it has succeeded, the pieces of its order are swapped and the order's books have
-- its money. Whatever comes in for an order that is another one by now, or that may not be swapped any more, is booked
-- and goes back whole. The caller holds the lock of the checkout.
create or replace function bring_top_up_to_payment(
  c checkouts, p_intent_status text, p_intent jsonb, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  o orders%rowtype;
  t top_ups%rowtype;
  received integer := coalesce((p_intent ->> 'amount_received')::integer, 0);
  is_swapped boolean;
begin
  if p_intent_status = 'canceled' then
    perform 1 from orders where id = c.tops_up for update;
    perform release_checkout_stock(c.id);
    update checkouts set state = 'expired', updated_at = p_now where id = c.id and state in ('open', 'paying');
    update top_ups set ended_at = p_now where checkout_id = c.id and ended_at is null;
  end if;
  if p_intent_status is distinct from 'succeeded' or c.state = 'completed' then return; end if;

  select * into o from orders where id = c.tops_up for update;
  select * into t from top_ups where checkout_id = c.id;
  is_swapped := t.ended_at is null and t.closing_at is null and c.hold_active
    and received = c.total and coalesce(p_intent ->> 'currency', 'usd') = 'usd'
    and o.status in ('paid', 'partially_refunded') and o.fulfillment = 'unfulfilled' and o.cleared_at is null
    and o.forgotten_at is null and (o.pieces -> t.item_id::text) is not distinct from t.seen;
  -- Before the pieces move: what counts them would end it as overtaken.
  update top_ups set ended_at = p_now, received = coalesce((p_intent ->> 'amount_received')::integer, 0), outcome = case when is_swapped then 'swapped' else 'returned' end
    where checkout_id = c.id;
  -- All shelves at once, in the order in which everybody locks them.
  perform 1 from inventory where id in ((t.swap ->> 'variant_id')::uuid, (select variant_id from order_items where id = t.item_id))
    order by id for update;
  perform release_checkout_stock(c.id);
  update checkouts set state = 'completed', updated_at = p_now where id = c.id;
  update orders set amount_received = amount_received + received, topped_up = topped_up + received, updated_at = p_now
    where id = o.id;
  if is_swapped then
    is_swapped := swap_pieces(t.swap || jsonb_build_object('top_up_id', c.id), true, p_source, p_now) = 'swapped';
  end if;
  if is_swapped then
    with corrected as (
      insert into order_corrections (order_id, kind, before, after, actor, created_at) values (o.id, 'swap',
        jsonb_build_object('pieces', t.pieces_before),
        jsonb_build_object('pieces', t.pieces_after, 'refunded', 0, 'paid', received), t.actor, p_now) returning id
    )
    insert into outbox (kind, unique_key, order_id, payload, created_at, next_at)
      select 'order_changed', 'order_changed:top-up:' || id, o.id,
          jsonb_build_object('what', 'swap', 'before', t.pieces_before, 'after', t.pieces_after), p_now, p_now
        from corrected;
  else
    update top_ups set outcome = 'returned' where checkout_id = c.id;
    perform return_top_up(c, p_intent ->> 'id', received, p_now);
  end if;
  perform match_order_to_money(o.id, p_source, p_now);
end $$;
