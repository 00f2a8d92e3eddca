-- Sets how many units of a product's variant, by its name, are on hand and writes the movement for the difference; a
-- missing variant is created. Refuses to go below what shoppers hold.
create or replace function set_on_hand(
  p_product_id uuid, p_variation text, p_on_hand integer, p_position integer, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  before inventory;
  v_id uuid;
begin
  select * into before from inventory where product_id = p_product_id and variation = p_variation for update;
  v_id := before.id;
  if v_id is null then
    insert into inventory (product_id, variation, position, on_hand)
      values (p_product_id, p_variation, p_position, p_on_hand) returning id into v_id;
  else
    update inventory set on_hand = p_on_hand, position = p_position where id = v_id;
  end if;
  if p_on_hand <> coalesce(before.on_hand, 0) then
    insert into stock_movements (product_id, variant_id, kind, quantity, source, created_at)
      values (p_product_id, v_id, case when before.id is null then 'initial' else 'adjustment' end,
        p_on_hand - coalesce(before.on_hand, 0), p_source, p_now);
  end if;
end $$;
