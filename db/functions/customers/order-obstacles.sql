-- Why the name and address of an order are still needed; no row: they are not. p_until: when they automatically stop
-- being needed; null: once what is open has ended.
create or replace function order_obstacles(p_order orders, p_now timestamptz)
returns table (kind text, until timestamptz) language sql stable as $$
  select 'payment', null::timestamptz from checkouts c where c.id = p_order.checkout_id
      and (p_order.status in ('pending', 'processing')
        or p_order.status in ('failed', 'canceled') and c.payment_intent_id is not null
          and c.intent_status is distinct from 'canceled')
    union all select 'payment', null where exists (select from order_changes n
      where n.order_id = p_order.id and n.state in ('waiting', 'ending'))
    union all select 'unsent', null
      where p_order.fulfillment = 'unfulfilled' and p_order.status in ('paid', 'partially_refunded') and p_order.has_to_send
    union all select 'under_way', max(p.created_at) + interval '30 days' from shipments p
      where p.order_id = p_order.id and p_order.fulfillment = 'shipped'
      having max(p.created_at) + interval '30 days' > p_now
    union all select 'return', null where exists (select from return_requests r
      where r.order_id = p_order.id and r.state in ('requested', 'approved', 'received'))
    union all select 'refund', null where exists (select from refunds r
      where r.order_id = p_order.id and r.status in ('pending', 'requires_action'))
    union all select 'dispute', null where exists (select from disputes d
      where d.order_id = p_order.id and dispute_is_open(d.status))
    union all select 'call', null where exists (select from payment_operations m
      where m.state in ('todo', 'needs_human') and (m.order_id = p_order.id or m.checkout_id = p_order.checkout_id
        or m.checkout_id in (select n.id from order_changes n where n.order_id = p_order.id)));
$$;
