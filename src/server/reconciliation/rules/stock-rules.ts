// What is on the shelf, held, and sold.
import { sql } from "kysely";
import { isPaid } from "../../db/order-rows.ts";
import { type Rule, type Scope, wasFlagged } from "./rule.ts";

export const stockRules = ({ orders, products }: Scope): Rule[] => [
  {
    id: "I4",
    problem: "stock on hand does not match the stock movements",
    query: sql`select i.product_id, i.variation, i.on_hand, m.moved from inventory i,
      lateral (select coalesce(sum(quantity), 0) as moved from stock_movements m
        where m.variant_id = i.id) m
      where ${products(sql`i.product_id`)} and i.on_hand <> m.moved`,
  },
  {
    id: "I4",
    problem: "held stock does not match open checkouts and exchanges",
    query: sql`select i.product_id, i.variation, i.held, i.on_hand, h.held as wanted from inventory i
      left join (select kept.variant_id, sum(kept.quantity) as held from (
          select l.variant_id, l.quantity from checkouts c
            join checkout_items l on l.checkout_id = c.id where c.hold_active
          union all select wanted_id, held from return_lines where held > 0) kept group by 1) h
        on h.variant_id = i.id
      where ${products(sql`i.product_id`)} and (i.held <> coalesce(h.held, 0) or i.held < 0 or i.held > i.on_hand)`,
  },
  {
    id: "I4",
    problem: "a product's stock does not match the available stock of its variants",
    query: sql`select p.id, p.stock, i.free from products p,
      lateral (select coalesce(sum(on_hand - held), 0) as free from inventory where product_id = p.id) i
      where ${products(sql`p.id`)} and p.stock <> i.free`,
  },
  {
    id: "I5",
    problem: "a line of a paid order was not sold exactly once",
    query: sql`select o.id, l.variant_id, l.quantity, m.moved from orders o
      join lateral (select variant_id, sum(quantity) as quantity
        from order_items where order_id = o.id and replaces is null group by 1) l on true
      cross join lateral (select count(*) as times, coalesce(sum(quantity), 0) as moved from stock_movements
        where order_id = o.id and kind = 'sale' and change_id is null and variant_id = l.variant_id) m
      where ${orders(sql`o.id`)} and o.checkout_id is not null and ${isPaid} and (m.times <> 1 or m.moved <> -l.quantity)
        and not (m.times = 0 and ${wasFlagged("out_of_stock")})`,
  },
  {
    id: "I5",
    problem: "more units of a line were restocked than were sold",
    query: sql`select order_id, variant_id, sum(quantity) as too_many from stock_movements
      where ${orders(sql`order_id`)} and kind in ('sale', 'restock', 'reversal') group by 1, 2 having sum(quantity) > 0`,
  },
  {
    id: "I5",
    problem: "the stock ledger does not match an order's units",
    query: sql`select moved.order_id, moved.variant_id, sum(moved.ledger) as ledger, sum(moved.units) as units
      from (select order_id, variant_id, -sum(quantity) as ledger, 0 as units from stock_movements
          where ${orders(sql`order_id`)} and order_id is not null and kind in ('sale', 'restock', 'reversal') group by 1, 2
        union all
        select u.order_id, i.variant_id, 0, count(*) from order_units u
          join order_items i on i.id = u.order_item_id where ${orders(sql`u.order_id`)} and u.stock = 'taken' group by 1, 2) moved
      group by 1, 2 having sum(moved.ledger) <> sum(moved.units)`,
  },
  {
    id: "I5",
    problem: "stock was taken for an order that is not paid",
    query: sql`select distinct o.id, o.status from orders o
      join stock_movements m on m.order_id = o.id and m.kind = 'sale'
      where ${orders(sql`o.id`)} and o.checkout_id is not null and not (${isPaid})`,
  },
];
