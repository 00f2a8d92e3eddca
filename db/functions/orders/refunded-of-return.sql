-- How many pieces of a line the refunds of a return that stand were for.
create or replace function refunded_of_return(p_return_id uuid, p_item_id uuid) returns integer language plpgsql stable as $$
begin
  return (select coalesce(sum(b.pieces), 0) from refunds f join refund_lines b on b.refund_id = f.id
    where f.return_id = p_return_id and b.order_item_id = p_item_id and refund_stage(f.status) < 2);
end $$;
