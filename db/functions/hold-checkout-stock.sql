-- Locks the inventory rows of a checkout's lines in order, and holds the quantities if all of them are available.
-- Otherwise changes nothing and returns the lines that fall short, with what is left of each. The checkout was written down
-- with its hold (hold_active) just before: it takes no second writing, and whoever finds the stock short undoes it.
create or replace function hold_checkout_stock(p_checkout_id uuid)
returns table (product_id uuid, variation text, available integer) language plpgsql as $$
begin
  perform 1 from inventory i join checkout_items c on c.product_id = i.product_id and c.variation = i.variation
    where c.checkout_id = p_checkout_id order by i.product_id, i.variation for update of i;
  return query
    select c.product_id, c.variation, coalesce(i.on_hand - i.held, 0)
      from checkout_items c
      left join inventory i on i.product_id = c.product_id and i.variation = c.variation
      where c.checkout_id = p_checkout_id and coalesce(i.on_hand - i.held, 0) < c.quantity
      order by c.product_id, c.variation;
  if found then return; end if;
  update inventory i set held = i.held + c.quantity from checkout_items c
    where c.checkout_id = p_checkout_id and c.product_id = i.product_id and c.variation = i.variation;
end $$;
