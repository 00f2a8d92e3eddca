-- Adds up one day of the reports anew. An order counts once it was paid, on its day. A refund counts as soon as the
-- provider has it and as long as it has not failed, and so does a dispute that was lost, on the day when it was made; no
-- provider gets a refund of nothing. One that nobody has said the pieces of is for goods, of no certain option. A piece
-- that was swapped later still is what was sold on this day, and what replaced it is refunded where it was sold, however
-- often it was swapped. What a top-up brought in is a sale of no certain option, on the day when it was paid. A rehearsal
-- that was cleared is no sale.
create or replace function recount_report_day(p_day date) returns void language plpgsql as $$
declare
  v_from timestamptz := p_day::timestamp at time zone shop_time_zone();
  v_to timestamptz := (p_day + 1)::timestamp at time zone shop_time_zone();
begin
  delete from report_figures
    where span = 'day' and by in ('state', 'discount', 'option', 'all') and since = p_day;
  with sold as materialized (
    select o.id, coalesce(o.tax_state, '') as state, coalesce(o.discount_name, '') as discount_name, o.subtotal, o.discount,
        o.shipping, o.tax from orders o
      where o.day = p_day and o.status in ('paid', 'partially_refunded', 'refunded', 'disputed') and o.cleared_at is null
  ), lines as materialized (
    select s.id as order_id, coalesce(i.product_id::text, '') || E'\t' || coalesce(i.variation, '') as key, i.quantity,
        i.price::bigint * i.quantity as sales, i.discount_cents
      from sold s join order_items i on i.order_id = s.id and i.replaces is null
  ), topped as materialized (
    select coalesce(o.tax_state, '') as state, coalesce(o.discount_name, '') as discount_name,
        case when t.outcome = 'swapped' then c.subtotal else t.received end as sales,
        case when t.outcome = 'swapped' then c.tax else 0 end as tax
      from top_ups t join checkouts c on c.id = t.checkout_id join orders o on o.id = t.order_id
      where t.ended_at >= v_from and t.ended_at < v_to and t.outcome is not null
        and o.status in ('paid', 'partially_refunded', 'refunded', 'disputed') and o.cleared_at is null
  ), back as materialized (
    select r.id as refund_id, coalesce(o.tax_state, '') as state, coalesce(o.discount_name, '') as discount_name,
        coalesce(r.goods + r.adjustment, r.amount) as goods, coalesce(r.shipping, 0) as shipping, coalesce(r.tax, 0) as tax
      from refunds r join orders o on o.id = r.order_id
      where r.created_at >= v_from and r.created_at < v_to and (r.provider_refund_id is not null or r.amount = 0)
        and refund_stage(r.status) < 2 and o.status in ('paid', 'partially_refunded', 'refunded', 'disputed') and o.cleared_at is null
    union all
    select null, coalesce(o.tax_state, ''), coalesce(o.discount_name, ''), d.amount, 0, 0
      from disputes d join orders o on o.id = d.order_id
      where d.created_at >= v_from and d.created_at < v_to and d.status = 'lost'
        and o.status in ('paid', 'partially_refunded', 'refunded', 'disputed') and o.cleared_at is null
  ), back_lines as materialized (
    -- Few lines replace another one, and only those lead back to the first.
    select b.refund_id, case when i.replaces is null then coalesce(i.product_id::text, '') || E'\t' || coalesce(i.variation, '')
        else (with recursive earlier as (
          select product_id, variation, replaces from order_items where id = i.replaces
          union
          select o.product_id, o.variation, o.replaces from earlier e join order_items o on o.id = e.replaces
        ) select coalesce(product_id::text, '') || E'\t' || coalesce(variation, '') from earlier where replaces is null) end
        as key, l.pieces, l.goods
      from back b join refund_lines l on l.refund_id = b.refund_id join order_items i on i.id = l.order_item_id
  ), by_order as (
    select state, discount_name, 1 as orders, coalesce(u.units, 0) as units, 0::bigint as units_back,
        subtotal::bigint as sales, discount, 0::bigint as refunds, shipping, 0 as shipping_back, tax, 0 as tax_back
      from sold s left join (select order_id, sum(quantity) as units from lines group by 1) u on u.order_id = s.id
    union all
    select state, discount_name, 0, 0, coalesce((select sum(pieces) from back_lines l where l.refund_id = b.refund_id), 0),
        0, 0, goods, 0, shipping, 0, tax from back b
    union all
    select state, discount_name, 0, 0, 0, sales, 0, 0, 0, 0, tax, 0 from topped
  ), by_line as (
    select key, 1 as orders, quantity as units, 0 as units_back, sales, discount_cents as discount, 0::bigint as refunds
      from lines
    union all
    select key, 0, 0, pieces, 0, 0, goods from back_lines
    union all
    select '', 0, 0, 0, coalesce(sum(sales), 0), 0, 0 from topped
    union all
    select '', 0, 0, 0, 0, 0, (select coalesce(sum(goods), 0) from back) - (select coalesce(sum(goods), 0) from back_lines)
  ), by_option as materialized (
    select key, sum(orders) as orders, sum(units) as units, sum(units_back) as units_back, sum(sales) as sales,
        sum(discount) as discounts, sum(refunds) as refunds
      from by_line group by key
      having sum(orders) <> 0 or sum(units_back) <> 0 or sum(refunds) <> 0 or sum(sales) <> 0
  )
  insert into report_figures (span, by, since, key, orders, units, units_back, sales, discounts, refunds, shipping,
      shipping_back, tax, tax_back)
    select 'day', 'state', p_day, state, sum(orders), sum(units), sum(units_back), sum(sales), sum(discount), sum(refunds),
        sum(shipping), sum(shipping_back), sum(tax), sum(tax_back) from by_order group by state
    union all
    select 'day', 'discount', p_day, discount_name, sum(orders), sum(units), sum(units_back), sum(sales), sum(discount),
        sum(refunds), sum(shipping), sum(shipping_back), sum(tax), sum(tax_back) from by_order group by discount_name
    union all
    select 'day', 'option', p_day, key, orders, units, units_back, sales, discounts, refunds, 0, 0, 0, 0 from by_option
    union all
    select 'day', 'all', p_day, '', sum(orders), sum(units), sum(units_back), sum(sales), sum(discounts), sum(refunds),
        0, 0, 0, 0 from by_option having count(*) > 0;
end $$;
