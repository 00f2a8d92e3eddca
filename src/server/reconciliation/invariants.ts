// The rules that must hold whatever crashed, as queries that find what breaks them: the one list for tests, simulation,
// doctor, and reconciliation. They are written from the tables alone, apart from the code that keeps them, so that a
// mistake there is not repeated here. A rule with exceptions names them: an order that was flagged for the owner, or one
// that was entered by SQL without a checkout. `atRest` adds what is true only when nothing is underway. Each rule speaks of
// orders, checkouts, or products, so it can be asked of those alone that changed (`among`). Rules that need the provider's
// payments (`needsIntents`) are asked where a test holds all of them; the running shop compares its list in pairs.ts.
import { type RawBuilder, sql } from "kysely";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../core/shop.ts";
import { isPaid } from "../db/order-rows.ts";
import type { PaymentIntent } from "../payments/payment-provider.ts";

export const invariantIds = [
  ...(["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I14"] as const),
] as const;

export type InvariantId = (typeof invariantIds)[number];

export type Violation = {
  id: InvariantId;
  problem: string;
  /** Rows of a comparison name the payment as `intent`, or several as `intents`. */
  rows: Record<string, unknown>[];
};

export type InvariantOptions = {
  /** Nothing is underway: every worker has run dry. */
  atRest: boolean;
  /** All payments as the provider reports them; without them nothing is compared with the provider. */
  intents?: Pick<PaymentIntent, "id" | "status" | "amount" | "checkoutId">[];
  /** Left out: of all. Comparisons with the provider are always of its payments. */
  among?: Scope;
  /** Left out: all rules. */
  only?: (check: Pick<Check, "id">) => boolean;
};

/** Which rows the rules are asked of: by kind, the condition on an id in SQL. */
export type Scope = Record<
  "orders" | "checkouts" | "products",
  (id: RawBuilder<unknown>) => RawBuilder<unknown>
>;

const all = () => sql`true`;
export const everything: Scope = { orders: all, checkouts: all, products: all };

type Check = {
  id: InvariantId;
  problem: string;
  atRest?: true;
  needsIntents?: true;
  query: RawBuilder<unknown>;
};

const ROWS_SHOWN_MAX = 20;

/** All broken rules, found in one statement, so at one moment. */
export async function checkInvariants(
  shop: Pick<Shop, "db">,
  { atRest, intents, among = everything, only = () => true }: InvariantOptions,
): Promise<Violation[]> {
  const checks = checksOver(intents ?? [], among).filter(
    (check) => (atRest || !check.atRest) && (intents !== undefined || !check.needsIntents) && only(check),
  );
  if (checks.length === 0) return [];
  const parts = checks.map(
    ({ query }, index) => sql`(select ${sql.lit(index)} as index, to_jsonb(broken) as found
      from (${query}) broken limit ${sql.lit(ROWS_SHOWN_MAX)})`,
  );
  const { rows } = await sql<{ index: number; found: Record<string, unknown> }>`${sql.join(
    parts,
    sql` union all `,
  )}`.execute(shop.db);
  const found = Map.groupBy(rows, ({ index }) => index);
  return checks.flatMap(({ id, problem }, index) => {
    const broken = found.get(index);
    if (!broken) return [];
    return [{ id, problem, rows: broken.map((row) => row.found) }];
  });
}

const wasFlagged = (reason: string) => sql`${reason} = any (o.attention || o.attention_resolved)`;

function checksOver(intents: NonNullable<InvariantOptions["intents"]>, among: Scope): Check[] {
  const facts = intents.map(({ id, status, amount, checkoutId }) => {
    return { id, status, amount, checkout_id: isUuid(checkoutId) ? checkoutId : null };
  });
  const provider = sql`jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
    as p (id text, status text, amount integer, checkout_id uuid)`;
  return [
    ...moneyChecks(provider, among),
    ...stockChecks(among),
    ...discountChecks(among),
    ...recordChecks(among),
  ];
}

const moneyChecks = (provider: RawBuilder<unknown>, { orders, checkouts }: Scope): Check[] => [
  {
    id: "I1",
    problem: "an order is paid and its payment has not succeeded",
    query: sql`select o.id, o.status, o.payment_intent_id, c.intent_status from orders o
      join checkouts c on c.id = o.checkout_id
      where ${orders(sql`o.id`)} and ${isPaid} and (c.intent_status is distinct from 'succeeded' or c.payment_intent_id is distinct from o.payment_intent_id)`,
  },
  {
    id: "I1",
    problem: "an order is paid and the provider says that its payment has not succeeded",
    needsIntents: true,
    query: sql`select o.id, o.status, p.id as intent, p.status as said from orders o
      join ${provider} on p.id = o.payment_intent_id where ${isPaid} and p.status <> 'succeeded'`,
  },
  {
    id: "I2",
    problem: "a payment of ours succeeded and has no order, and nobody was told",
    atRest: true,
    needsIntents: true,
    query: sql`select p.id as intent, p.amount, p.checkout_id from ${provider}
      where p.status = 'succeeded' and p.checkout_id is not null
        and (select count(*) from orders o where o.payment_intent_id = p.id and ${isPaid}) <> 1
        and not exists (select 1 from checkouts c where c.payment_intent_id = p.id and c.tops_up is not null and c.state = 'completed')
        and not exists (select 1 from payment_alerts a where a.intent_id = p.id)`,
  },
  {
    id: "I2",
    problem: "a payment succeeded and its checkout has no paid order",
    query: sql`select c.id, c.payment_intent_id, c.state from checkouts c where ${checkouts(sql`c.id`)} and c.intent_status = 'succeeded'
      and (c.state <> 'completed' or not exists (select 1 from orders o where o.id = coalesce(c.tops_up, c.order_id) and ${isPaid}))`,
  },
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
    id: "I3",
    problem: "a checkout has more than one order, or one payment has",
    query: sql`select o.id, o.checkout_id, o.payment_intent_id from orders o where ${orders(sql`o.id`)}
      and (exists (select from orders t where t.checkout_id = o.checkout_id and t.id <> o.id)
        or exists (select from orders t where t.payment_intent_id = o.payment_intent_id and t.id <> o.id))`,
  },
  {
    id: "I3",
    problem: "a checkout has more than one live payment",
    needsIntents: true,
    query: sql`select p.checkout_id, array_agg(p.id) as intents from ${provider}
      where p.status <> 'canceled' and p.checkout_id is not null
        and exists (select 1 from checkouts c where c.id = p.checkout_id)
        and not exists (select 1 from payment_alerts a where a.intent_id = p.id)
      group by p.checkout_id having count(*) > 1`,
  },
  {
    id: "I6",
    problem: "more went back than was received, or an order does not say what went back",
    query: sql`select o.id, o.amount_received, o.amount_refunded, r.refunded, d.lost from orders o,
      lateral (select coalesce(sum(amount), 0) as refunded from refunds where order_id = o.id
        and provider_refund_id is not null and status not in ('failed', 'canceled')) r,
      lateral (select coalesce(sum(amount), 0) as lost from disputes where order_id = o.id and status = 'lost') d
      where ${orders(sql`o.id`)} and (r.refunded > o.amount_received or o.amount_refunded <> least(o.amount_received, r.refunded + d.lost))`,
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
    id: "I7",
    problem:
      "an order's total is not its items less its discount, shipping and tax, or not what was received",
    query: sql`select o.id, o.total, o.amount_received, i.items, i.discount from orders o,
      lateral (select coalesce(sum(price * quantity), 0) as items, coalesce(sum(discount_cents), 0) as discount
        from order_items where order_id = o.id and replaces is null) i
      where ${orders(sql`o.id`)} and (o.total <> o.subtotal - o.discount + o.shipping + o.tax or o.subtotal <> i.items
        or o.discount <> i.discount
        or o.topped_up <> (select coalesce(sum(received), 0) from top_ups where order_id = o.id)
        or (o.checkout_id is not null and o.amount_received <> o.total + o.topped_up and ${isPaid} and not (${wasFlagged("amount_mismatch")})))`,
  },
  {
    id: "I7",
    problem: "an order's total is not the amount of its payment at the provider",
    needsIntents: true,
    query: sql`select o.id, o.total, p.amount, p.id as intent from orders o join ${provider} on p.id = o.payment_intent_id
      where p.amount <> o.total and not (${wasFlagged("amount_mismatch")})`,
  },
  {
    id: "I8",
    problem: "stock was released and the payment is not canceled, or it is free while the checkout is open",
    query: sql`select c.id, c.state, c.hold_active, c.payment_intent_id, c.intent_status from checkouts c
      where ${checkouts(sql`c.id`)} and ((c.state in ('expired', 'superseded')
          and (c.hold_active or (c.payment_intent_id is not null and c.intent_status is distinct from 'canceled')))
        or (c.state in ('open', 'paying') and not c.hold_active and not c.holds_at_pay)
        or (c.state = 'completed' and c.hold_active))`,
  },
  {
    id: "I8",
    problem: "stock was released and the provider still has a live payment for it",
    needsIntents: true,
    query: sql`select c.id, c.state, p.id as intent, p.status as said from checkouts c
      join ${provider} on p.checkout_id = c.id
      where c.state in ('expired', 'superseded') and p.status <> 'canceled'
        and not exists (select 1 from payment_alerts a where a.intent_id = p.id)`,
  },
];

const stockChecks = ({ orders, products }: Scope): Check[] => [
  {
    id: "I4",
    problem: "what is on hand is not what the movements say",
    query: sql`select i.product_id, i.variation, i.on_hand, m.moved from inventory i,
      lateral (select coalesce(sum(quantity), 0) as moved from stock_movements m
        where m.variant_id = i.id) m
      where ${products(sql`i.product_id`)} and i.on_hand <> m.moved`,
  },
  {
    id: "I4",
    problem: "what is held is not what open checkouts and exchanges hold",
    query: sql`select i.product_id, i.variation, i.held, i.on_hand, h.held as wanted from inventory i
      left join (select kept.variant_id, sum(kept.pieces) as held from (
          select l.variant_id, l.quantity as pieces from checkouts c
            join checkout_items l on l.checkout_id = c.id where c.hold_active
          union all select wanted_id, held from return_lines where held > 0) kept group by 1) h
        on h.variant_id = i.id
      where ${products(sql`i.product_id`)} and (i.held <> coalesce(h.held, 0) or i.held < 0 or i.held > i.on_hand)`,
  },
  {
    id: "I4",
    problem: "a product's stock is not what can be sold of its variants",
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
        where order_id = o.id and kind = 'sale' and swap_id is null and variant_id = l.variant_id) m
      where ${orders(sql`o.id`)} and o.checkout_id is not null and ${isPaid} and (m.times <> 1 or m.moved <> -l.quantity)
        and not (m.times = 0 and ${wasFlagged("out_of_stock")})`,
  },
  {
    id: "I5",
    problem: "more pieces of a line went back on the shelf than were sold",
    query: sql`select order_id, variant_id, sum(quantity) as too_many from stock_movements
      where ${orders(sql`order_id`)} and kind in ('sale', 'restock', 'retake') group by 1, 2 having sum(quantity) > 0`,
  },
  {
    id: "I5",
    problem: "the ledger has taken other units off the shelf for an order than its units say",
    query: sql`select moved.order_id, moved.variant_id, sum(moved.ledger) as ledger, sum(moved.units) as units
      from (select order_id, variant_id, -sum(quantity) as ledger, 0 as units from stock_movements
          where ${orders(sql`order_id`)} and order_id is not null and kind in ('sale', 'restock', 'retake') group by 1, 2
        union all
        select u.order_id, i.variant_id, 0, count(*) from order_units u
          join order_items i on i.id = u.order_item_id where ${orders(sql`u.order_id`)} and u.stock = 'taken' group by 1, 2) moved
      group by 1, 2 having sum(moved.ledger) <> sum(moved.units)`,
  },
  {
    id: "I5",
    problem: "an order has not a unit for each item that was sold, or its units do not sum up to what was paid",
    query: sql`select o.id, unit.items, unit.tax from orders o,
      lateral (select coalesce(bool_and(i.quantity = u.units and i.price * i.quantity - i.discount_cents = u.paid
            and (i.tax_cents is null or i.tax_cents = u.tax)), true) as items,
          coalesce(sum(u.tax) filter (where i.replaces is null), o.tax) as tax
        from order_items i cross join lateral (select count(*) as units, sum(paid_cents) as paid, sum(tax_cents) as tax
          from order_units where order_item_id = i.id) u where i.order_id = o.id) unit
      where ${orders(sql`o.id`)} and (not unit.items or unit.tax <> o.tax)`,
  },
  {
    id: "I5",
    problem: "a unit is refunded by no refund that stands, or is canceled without one, or an order has something else to ship",
    query: sql`select u.order_id, u.id, u.state, r.status, o.fulfillment from order_units u join orders o on o.id = u.order_id
        left join refunds r on r.id = u.refund_id
        where ${orders(sql`u.order_id`)} and (r.status in ('failed', 'canceled') or r.order_id <> o.id
          or (u.state = 'canceled' and r.id is null and o.fulfillment <> 'canceled')
          or (r.id is not null and not exists (select from refund_units n where n.refund_id = r.id and n.unit_id = u.id)))
      union all select o.id, null, null, null, o.fulfillment from orders o where ${orders(sql`o.id`)}
        and o.has_to_send <> (o.cleared_at is null
          and exists (select from order_units u where u.order_id = o.id and u.state = 'to_ship'))`,
  },
  {
    id: "I6",
    problem:
      "the parts of a refund are not what its units and swaps say, or nobody was asked what it was for",
    query: sql`select r.id, r.order_id, r.goods, r.tax, l.goods as goods_of_units, l.tax as tax_of_units
      from refunds r join orders o on o.id = r.order_id,
      lateral (select coalesce(sum(goods), 0) as goods, coalesce(sum(tax), 0) as tax
        from (select u.paid_cents as goods, u.tax_cents as tax from refund_units n join order_units u on u.id = n.unit_id
            where n.refund_id = r.id
          union all select goods_back - goods, tax_back - tax from swaps where refund_id = r.id) part) l
      where ${orders(sql`o.id`)} and (r.goods <> l.goods or r.tax <> l.tax
        or (r.goods is null and r.status not in ('failed', 'canceled') and not (${wasFlagged("refund_lines")})))`,
  },
  {
    id: "I5",
    problem:
      "a swap did not take its new units once, replaced or put back other ones, or has no refund of the difference",
    query: sql`select s.id, s.order_id, t.quantity, m.taken, m.back, u.units from swaps s
      join order_items f on f.id = s.from_item_id join order_items t on t.id = s.to_item_id,
      lateral (select coalesce(sum(-quantity) filter (where kind = 'sale' and variant_id = t.variant_id), 0) as taken,
          coalesce(sum(quantity) filter (where kind = 'restock' and variant_id = f.variant_id), 0) as back,
          count(*) filter (where kind not in ('sale', 'restock')
            or kind = 'restock' and variant_id is distinct from f.variant_id) as others
        from stock_movements where order_id = s.order_id and swap_id = s.id) m,
      lateral (select count(*) as units, coalesce(sum(o.paid_cents), 0) as goods, coalesce(sum(o.tax_cents), 0) as tax,
          coalesce(bool_and(o.order_item_id = f.id), false) as are_old
        from order_units n join order_units o on o.replaced_by = n.id where n.order_item_id = t.id) u
      where ${orders(sql`s.order_id`)} and (m.taken <> t.quantity or m.back > t.quantity or m.others > 0
        or u.units <> t.quantity or not u.are_old or u.goods <> s.goods_back or u.tax <> s.tax_back
        or t.replaces <> f.id or t.tax_cents <> s.tax or t.price * t.quantity - t.discount_cents <> s.goods
        or (s.refund_id is not null and not exists (select from refunds r where r.id = s.refund_id and r.order_id = s.order_id)))`,
  },
  {
    id: "I5",
    problem: "pieces were sold for an order that is not paid",
    query: sql`select distinct o.id, o.status from orders o
      join stock_movements m on m.order_id = o.id and m.kind = 'sale'
      where ${orders(sql`o.id`)} and o.checkout_id is not null and not (${isPaid})`,
  },
];

const discountChecks = ({ orders, checkouts }: Scope): Check[] => [
  {
    id: "I14",
    problem: "a paid order has not taken one use of its discount",
    query: sql`select o.id, o.discount_id, u.taken_at from orders o
      left join discount_uses u on u.checkout_id = o.checkout_id and u.discount_id = o.discount_id
      where ${orders(sql`o.id`)} and o.checkout_id is not null and o.discount_id is not null and ${isPaid} and u.taken_at is null`,
  },
  {
    id: "I14",
    problem:
      "a use of a discount is held by no open checkout, taken by no paid order, or an open checkout holds none",
    query: sql`select c.id, c.state, c.hold_active, c.discount_id, u.taken_at from checkouts c
      left join discount_uses u on u.checkout_id = c.id
      where ${checkouts(sql`c.id`)} and ((c.hold_active and c.discount_id is not null and u.checkout_id is null)
        or (u.checkout_id is not null and u.discount_id is distinct from c.discount_id)
        or (u.checkout_id is not null and u.taken_at is null and not c.hold_active
          and not (c.holds_at_pay and c.state in ('open', 'paying')))
        or (u.taken_at is not null and not exists (select from orders o where o.checkout_id = c.id and ${isPaid})))`,
  },
];

const recordChecks = ({ orders }: Scope): Check[] => [
  {
    id: "I9",
    problem: "a paid order has not exactly one confirmation mail",
    query: sql`select o.id, count(m.id) as mails from orders o
      left join outbox m on m.order_id = o.id and m.kind = 'order_confirmation' and m.unique_key = 'order_confirmation:' || o.id
      where ${orders(sql`o.id`)} and o.checkout_id is not null and ${isPaid} group by o.id having count(m.id) <> 1`,
  },
  {
    id: "I9",
    problem: "something is left undone",
    atRest: true,
    query: sql`select 'checkout' as what, id::text, state as note from checkouts where state in ('open', 'paying') or hold_active
      union all select 'operation', key, last_error from payment_operations where state = 'todo'
      union all select 'event', id, last_error from payment_events where done_at is null
      union all select 'mail', unique_key, last_error from outbox where sent_at is null and dead_at is null
      union all select 'refund', r.id::text, r.status from refunds r where r.provider_refund_id is null and r.status = 'pending'
        and not exists (select 1 from payment_operations p
          where p.params ->> 'refundId' = r.id::text and p.state = 'needs_human')`,
  },
  {
    id: "I10",
    problem: "what an order says was sold is not what its checkout was for",
    query: sql`select coalesce(s.order_id, b.order_id) as order_id, coalesce(s.variant_id, b.variant_id) as variant_id,
        s.quantity as sold, b.quantity as bought, s.price as sold_at, b.price as bought_at
      from (select i.order_id, i.variant_id, coalesce(i.variation, '') as variation, i.quantity, i.price, i.name, i.discount_cents
        from order_items i join orders o on o.id = i.order_id
        where ${orders(sql`o.id`)} and o.checkout_id is not null and i.replaces is null) s
      full join (select o.id as order_id, l.variant_id, l.variation, l.quantity, l.price, l.name, l.discount_cents
        from checkout_items l join orders o on o.checkout_id = l.checkout_id where ${orders(sql`o.id`)}) b
        on b.order_id = s.order_id and b.variant_id = s.variant_id
      where (s.quantity, s.price, s.name, s.variation, s.discount_cents)
        is distinct from (b.quantity, b.price, b.name, b.variation, b.discount_cents)`,
  },
  {
    id: "I11",
    problem: "an order's history is not a legal path to its status",
    query: sql`select h.order_id, h.from_status, h.to_status from (
        select e.*, lag(e.to_status) over path as before, lead(e.id) over path as next, o.status
        from order_events e join orders o on o.id = e.order_id where ${orders(sql`o.id`)} window path as (partition by e.order_id order by e.id)) h
      where h.from_status is distinct from h.before
        or (h.from_status is null and h.to_status <> 'pending')
        or (h.from_status is not null and not exists (select 1 from order_transitions t
          where t.from_status = h.from_status and t.to_status = h.to_status))
        or (h.next is null and h.to_status <> h.status)
      union all select o.id, null, o.status from orders o where ${orders(sql`o.id`)} and not exists (select 1 from order_events e where e.order_id = o.id)`,
  },
];
