// What refunds, swaps, parcels, and extra payments made of an order.
import { sql } from "kysely";
import { type Rule, type Scope, wasFlagged } from "./rule.ts";

export const changeRules = ({ orders }: Scope): Rule[] => [
  {
    id: "I2",
    problem: "a top-up was paid, and its pieces were not swapped once, or its money was not sent back",
    query: sql`select t.checkout_id, t.order_id, t.outcome, t.received from top_ups t
      cross join lateral (select count(*) as times, sum(s.goods + s.tax - s.goods_back - s.tax_back) as paid from swaps s
        where s.order_id = t.order_id and s.top_up_id = t.checkout_id) s
      left join checkouts c on c.id = t.checkout_id
      where ${orders(sql`t.order_id`)} and (coalesce(c.state = 'completed', false) <> (t.outcome is not null)
        or (t.outcome = 'swapped') is distinct from (s.times = 1) and (t.outcome = 'swapped' or s.times > 0)
        or t.outcome = 'swapped' and s.paid <> t.received
        or t.outcome = 'returned' and t.received > 0 and not exists (select 1 from refunds r
          where r.id = md5('top-up:' || t.checkout_id)::uuid and r.order_id = t.order_id and r.amount = t.received))`,
  },
  {
    id: "I6",
    problem: "more of a top-up went back than came in with it",
    query: sql`select t.checkout_id, t.order_id, t.received, r.refunded from top_ups t
      join checkouts c on c.id = t.checkout_id,
      lateral (select coalesce(sum(amount), 0) as refunded from refunds where order_id = t.order_id
        and payment_intent_id = c.payment_intent_id and provider_refund_id is not null and status not in ('failed', 'canceled')) r
      where ${orders(sql`t.order_id`)} and t.outcome is not null and r.refunded > t.received`,
  },
  {
    id: "I5",
    problem:
      "an order does not say of its pieces what its refunds, swaps and parcels say, or there are more of them than were sold",
    query: sql`select o.id, o.pieces, said.pieces as counted from orders o,
      lateral (select coalesce(jsonb_object_agg(id, jsonb_build_object('refunded', refunded, 'canceled', canceled, 'sent', sent)
              || case when swapped = 0 then '{}' else jsonb_build_object('swapped', swapped, 'swappedUnsent', swapped_unsent) end)
            filter (where refunded + sent > 0 or replaces is not null), '{}') as pieces,
          coalesce(bool_or(refunded > quantity or canceled + sent > quantity), false) as is_beyond
        from (select i.id, i.quantity, i.replaces, coalesce(sum(b.pieces), 0) + w.pieces as refunded,
            coalesce(sum(b.unsent), 0) + w.unsent as canceled, w.pieces as swapped, w.unsent as swapped_unsent,
            (select coalesce(sum(p.pieces), 0) from parcel_lines p where p.order_item_id = i.id) as sent
          from order_items i left join (select l.* from refund_lines l join refunds r on r.id = l.refund_id
            where r.status not in ('failed', 'canceled')) b on b.order_item_id = i.id
          cross join lateral (select coalesce(sum(pieces), 0) as pieces, coalesce(sum(unsent), 0) as unsent
            from swaps where from_item_id = i.id) w
          where i.order_id = o.id group by i.id, w.pieces, w.unsent) line) said
      where ${orders(sql`o.id`)} and (o.pieces <> said.pieces or said.is_beyond)`,
  },
  {
    id: "I6",
    problem:
      "the parts of a refund are not what its lines and swaps say, or nobody was asked what it was for",
    query: sql`select r.id, r.order_id, r.goods, r.tax, l.goods as goods_of_lines, l.tax as tax_of_lines
      from refunds r join orders o on o.id = r.order_id,
      lateral (select coalesce(sum(goods), 0) as goods, coalesce(sum(tax), 0) as tax
        from (select goods, tax from refund_lines where refund_id = r.id
          union all select goods_back - goods, tax_back - tax from swaps where refund_id = r.id) part) l
      where ${orders(sql`o.id`)} and (r.goods <> l.goods or r.tax <> l.tax
        or (r.goods is null and r.status not in ('failed', 'canceled') and not (${wasFlagged("refund_lines")})))`,
  },
  {
    id: "I5",
    problem:
      "a swap did not take its new pieces once, put back other ones than it swapped, or has no refund of the difference",
    query: sql`select s.id, s.order_id, s.pieces, m.taken, m.back from swaps s
      join order_items f on f.id = s.from_item_id join order_items t on t.id = s.to_item_id,
      lateral (select coalesce(sum(-quantity) filter (where kind = 'sale' and variant_id = t.variant_id), 0) as taken,
          coalesce(sum(quantity) filter (where kind = 'restock' and variant_id = f.variant_id), 0) as back, count(*) filter (where kind not in ('sale', 'restock')
            or kind = 'restock' and variant_id is distinct from f.variant_id) as others
        from stock_movements where order_id = s.order_id and swap_id = s.id) m
      where ${orders(sql`s.order_id`)} and (m.taken <> s.pieces or m.back > s.pieces or m.others > 0
        or t.quantity <> s.pieces or t.replaces <> f.id or t.tax_cents <> s.tax
        or t.price * t.quantity - t.discount_cents <> s.goods
        or (s.refund_id is not null and not exists (select from refunds r where r.id = s.refund_id and r.order_id = s.order_id)))`,
  },
];
