-- What was corrected in an order before it shipped: its postal address, or its email.
create table order_corrections (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('address', 'email')),
  -- What it said, and what it says since then.
  before jsonb not null,
  after jsonb not null,
  -- The owner's email, or 'customer'.
  actor text not null,
  created_at timestamptz not null
);
create index order_corrections_order on order_corrections (order_id, id);
