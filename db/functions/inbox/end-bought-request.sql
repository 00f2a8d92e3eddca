-- A shopper who has bought a variant is no longer waiting for it.
create or replace function end_bought_request() returns trigger language plpgsql as $$
begin
  delete from restock_requests r using orders o
    where o.id = new.order_id and r.variant_id = new.variant_id
      and r.email = lower(o.shipping_address ->> 'customer_email');
  return null;
end $$;

create trigger stock_movements_end_requests after insert on stock_movements
  for each row when (new.kind = 'sale' and new.order_id is not null)
  execute function end_bought_request();
