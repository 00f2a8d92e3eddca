-- Sets how many pieces of an option are on hand and writes the movement for the difference. Refuses to go below what
-- shoppers who are paying hold.
create or replace function set_on_hand(
  p_product_id uuid, p_variation text, p_on_hand integer, p_position integer, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  before integer;
begin
  select on_hand into before from inventory
    where product_id = p_product_id and variation = p_variation for update;
  if before is null then
    -- A name is of one option.
    delete from former_options where product_id = p_product_id and name = p_variation;
    insert into inventory (product_id, variation, position, on_hand)
      values (p_product_id, p_variation, p_position, p_on_hand);
  else
    update inventory set on_hand = p_on_hand, position = p_position
      where product_id = p_product_id and variation = p_variation;
  end if;
  if p_on_hand <> coalesce(before, 0) then
    insert into stock_movements (product_id, variation, kind, quantity, source, created_at)
      values (p_product_id, p_variation, case when before is null then 'initial' else 'adjustment' end,
        p_on_hand - coalesce(before, 0), p_source, p_now);
  end if;
end $$;
