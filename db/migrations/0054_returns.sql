-- A shopper asks on the order's page to return pieces that came, or to have them exchanged for another size; the owner
-- approves or declines it, and marks what comes back.
create table return_requests (
  id uuid primary key,
  order_id uuid not null references orders (id),
  wish text not null,
  reason text not null,
  note text not null,
  state text not null default 'requested' check (
    state in ('requested', 'approved', 'received', 'refunded', 'exchanged', 'declined', 'closed')),
  -- What the owner wrote back: what to do, or why not.
  answer text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Refunded, exchanged, declined or closed since then.
  ended_at timestamptz,
  updated_at timestamptz not null
);
create index return_requests_order on return_requests (order_id, created_at);
create index return_requests_newest on return_requests (created_at desc, id desc);
create index return_requests_waiting on return_requests (created_at desc, id desc) where state = 'requested';
create index return_requests_open on return_requests (created_at desc, id desc) where state in ('approved', 'received');

-- Whose words are still there: for retention.
create index return_requests_words on return_requests (ended_at) where note <> '' or answer <> '';

create table return_lines (
  return_id uuid not null references return_requests (id),
  order_item_id uuid not null references order_items (id),
  pieces integer not null check (pieces > 0),
  received integer not null default 0 check (received between 0 and pieces),
  -- The option that is wanted instead, as it was called then; null: none.
  wanted text,
  -- Of the wanted option, so many pieces are kept aside: they are part of inventory.held.
  held integer not null default 0 check (held between 0 and pieces),
  -- Of the received pieces, those for which another one is sent.
  exchanged integer not null default 0 check (exchanged between 0 and received),
  primary key (return_id, order_item_id)
);
create index return_lines_item on return_lines (order_item_id);
create index return_lines_held on return_lines (return_id) where held > 0;

-- The return that a refund is for.
alter table refunds add column return_id uuid references return_requests (id);
create index refunds_return on refunds (return_id) where return_id is not null;
