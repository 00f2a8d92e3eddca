-- Makes the units of the items of an order that have none yet; p_stock: whether they are off the shelf. Each gets its share of what was paid and of the tax, to the
-- cent: what the first units come to together, less what those before it come to. Items that were sold share the order's
-- tax but for that on its shipping; an item that replaces units has its own.
create or replace function make_units(p_order_id uuid, p_stock text default 'none') returns void language sql as $$
  with sold as (
    select i.id as item_id, i.position as item_position, n as position, i.replaces, i.tax_cents,
        (paid.cents * n / i.quantity - paid.cents * (n - 1) / i.quantity)::integer as cents
      from order_items i cross join generate_series(1, i.quantity) n
        cross join lateral (select i.price::bigint * i.quantity - i.discount_cents as cents) paid
      where i.order_id = p_order_id and not exists (select from order_units u where u.order_item_id = i.id)),
  shared as (
    select s.*, coalesce(s.tax_cents, o.tax - o.shipping_tax)::bigint as tax, row_number() over taxed as nth, sum(s.cents) over taxed as upto,
        sum(s.cents) over (partition by case when s.replaces is not null then s.item_id end) as whole
      from sold s join orders o on o.id = p_order_id
      window taxed as (partition by case when s.replaces is not null then s.item_id end
        order by s.item_position, s.item_id, s.position))
  insert into order_units (order_id, order_item_id, position, stock, paid_cents, tax_cents)
    select p_order_id, item_id, position, p_stock, cents,
        case when whole > 0 then tax * upto / whole - tax * (upto - cents) / whole when nth = 1 then tax else 0 end
      from shared order by item_position, item_id, position;
$$;
