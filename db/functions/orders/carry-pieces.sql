-- Carries pieces in the ledger from one name of an option to another; negative ones the other way. Nothing is moved on the
-- shelf. Each name's movements add up to what is on hand under it, and none is under a former name.
create or replace function carry_pieces(
  p_product_id uuid, p_from text, p_to text, p_quantity integer, p_source text, p_now timestamptz
) returns void language plpgsql as $$
begin
  if p_from = p_to or p_quantity = 0 then return; end if;
  insert into stock_movements (product_id, variation, kind, quantity, source, created_at)
    values (p_product_id, p_from, 'rename', -p_quantity, p_source, p_now),
      (p_product_id, p_to, 'rename', p_quantity, p_source, p_now);
end $$;
