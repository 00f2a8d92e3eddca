-- Takes the stock of every line of an order that was not taken yet: from the checkout's hold while it exists, otherwise
-- from what is free. A line without enough stock is not taken and the order is flagged: it is paid, so it is an order all
-- the same, and the owner decides. The hold itself is the caller's to end, with what else it writes of the checkout.
create or replace function take_order_stock(p_order_id uuid, p_checkout_id uuid, p_source text, p_now timestamptz)
returns void language plpgsql as $$
declare
  line record;
  has_hold boolean;
begin
  perform 1 from inventory where id in (select variant_id from order_items where order_id = p_order_id)
    order by id for update;
  has_hold := coalesce((select hold_active from checkouts where id = p_checkout_id), false);
  for line in
    select product_id, variant_id, sum(quantity)::integer as quantity from order_items
      where order_id = p_order_id group by 1, 2 order by 1, 2
  loop
    if not take_stock(line.variant_id, line.quantity, has_hold, p_order_id, p_source, p_now) then
      perform flag_order(p_order_id, 'out_of_stock', p_now);
    end if;
  end loop;
end $$;
