-- Notes that a piece was sold or came back, for fold_option_sales.
create or replace function note_option_sale() returns trigger language plpgsql as $$
begin
  insert into option_sales_fresh (movement_id) values (new.id);
  return null;
end $$;

create trigger stock_movements_note_sale after insert on stock_movements
  for each row when (new.kind in ('sale', 'restock')) execute function note_option_sale();
