-- Writes down that units of a return came back ({order_items.id: how many}): those first that are still with the customer
-- and were not refunded. The caller holds the order's lock and knows that so many are awaited.
create or replace function receive_units(p_return_id uuid, p_came jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  update order_units u set state = 'returned', return_id = p_return_id
    from (select n.id, n.order_item_id, row_number() over (partition by n.order_item_id
          order by n.state <> 'shipped', n.refund_id is not null, n.position) as nth
        from return_lines l join order_units n on n.order_item_id = l.order_item_id
          left join return_requests earlier on earlier.id = n.return_id
        where l.return_id = p_return_id and n.state in ('shipped', 'returned')
          and (n.return_id is null or earlier.state = 'closed' and n.refund_id is null)) next
    where u.id = next.id and next.nth <= (p_came ->> next.order_item_id::text)::integer;
  perform count_units((select order_id from return_requests where id = p_return_id), p_now);
end $$;
