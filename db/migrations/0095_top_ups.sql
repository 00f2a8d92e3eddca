-- A top-up: what a customer pays more for a swap for something dearer. It is paid by a checkout of its own, which holds the
-- new pieces, and whose payment is one more of the same order. Decision 075.
-- The order; no reference, since orders refer to their checkouts, and tables are copied in the order of their references.
-- top_ups has one.
alter table checkouts add column tops_up uuid;
create index checkouts_tops_up on checkouts (tops_up) where tops_up is not null;

-- What top-ups brought in, in cents. The total stays that of the sale.
alter table orders add column topped_up integer not null default 0 check (topped_up >= 0);

-- Null: the order's own payment, else that of a top-up.
alter table refunds
  add column payment_intent_id text,
  -- The refund of which it is the rest, from another payment. No reference: rows are copied in any order.
  add column part_of uuid;
create index refunds_payment on refunds (payment_intent_id) where payment_intent_id is not null;
create index refunds_part_of on refunds (part_of) where part_of is not null;
alter table disputes add column payment_intent_id text;

create table top_ups (
  -- Its checkout, which is deleted some time after it ended unpaid.
  checkout_id uuid primary key,
  order_id uuid not null references orders (id),
  item_id uuid not null references order_items (id),
  -- What swap_pieces is given once it is paid.
  swap jsonb not null,
  -- What the order said of the line's pieces when it was asked for: when it says something else, nothing is swapped.
  seen jsonb,
  -- "2 × Polo (M)"
  pieces_before text not null,
  pieces_after text not null,
  amount integer not null check (amount > 0),
  -- The owner's email, or "customer".
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When somebody first got what it takes to pay it.
  opened_at timestamptz,
  -- Nothing is swapped any more, and its payment is being ended.
  closing_at timestamptz,
  closing_why text check (closing_why in ('withdrawn', 'changed', 'canceled')),
  ended_at timestamptz,
  -- What came in, and what it did; null: nothing came.
  received integer,
  outcome text check (outcome in ('swapped', 'returned')),
  check ((closing_at is null) = (closing_why is null)),
  check (outcome is null or ended_at is not null)
);
create unique index top_ups_open on top_ups (order_id) where ended_at is null;
create index top_ups_order on top_ups (order_id);
create index top_ups_paid on top_ups (ended_at) where outcome is not null;

-- Pieces that cost more were paid by a top-up.
alter table swaps
  add column top_up_id uuid,
  drop constraint swaps_check1,
  drop constraint swaps_check2,
  drop constraint swaps_check3;
alter table swaps
  add constraint swaps_goods check (goods >= 0 and tax >= 0),
  add constraint swaps_difference check (case
    when top_up_id is not null then refund_id is null and goods >= goods_back and tax >= tax_back and goods + tax > goods_back + tax_back
    else goods <= goods_back and tax <= tax_back and (refund_id is null) = (goods = goods_back and tax = tax_back) end);
