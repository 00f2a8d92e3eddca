-- Notes that a piece was sold, came back, or left again since its refund failed, for fold_option_sales.
create or replace function note_option_sale() returns trigger language plpgsql as $$
begin
  insert into option_sales_fresh (movement_id) values (new.id);
  return null;
end $$;

create trigger stock_movements_note_sale after insert on stock_movements
  for each row when (new.kind in ('sale', 'restock', 'retake')) execute function note_option_sale();
