-- How many pieces of a line were sent, and neither refunded nor exchanged since: the shop's piecesWithShopper.
create or replace function pieces_with_shopper(p_item_id uuid) returns integer language plpgsql stable as $$
begin
  return (select greatest(0, coalesce((line ->> 'sent')::integer, 0) - coalesce((line ->> 'refunded')::integer, 0)
      + coalesce((line ->> 'canceled')::integer, 0))
    from (select o.pieces -> i.id::text as line from order_items i join orders o on o.id = i.order_id
      where i.id = p_item_id) known);
end $$;
