-- How many pieces of a variant that an order had sent are on the shelf again, by refunds (that stand or failed since) and
-- exchanges. Of what one refund put back, those come first that had not left.
create or replace function sent_back(p_order_id uuid, p_variant_id uuid) returns integer
language plpgsql stable as $$
begin
  return (select coalesce(sum(greatest(0, least(b.quantity, coalesce(w.pieces, own.pieces)) - coalesce(w.unsent, own.unsent))), 0)
    from stock_movements b left join swaps w on w.id = b.swap_id
    cross join lateral (select coalesce(sum(l.pieces), 0) as pieces, coalesce(sum(l.unsent), 0) as unsent
      from refund_lines l join order_items i on i.id = l.order_item_id
      where l.refund_id = b.refund_id and i.variant_id = p_variant_id) own
    where b.order_id = p_order_id and b.variant_id = p_variant_id and b.kind = 'restock');
end $$;
