-- The links of an order. The first is the checkout's own; one more is kept for each secret that links were made with
-- later, so that the links in old mails and in new ones open the same page whatever became of the secret.
create table order_links (
  token_hash text primary key,
  checkout_id uuid not null references checkouts (id) on delete cascade,
  created_at timestamptz not null
);
create index order_links_checkout on order_links (checkout_id);

-- What the shop remembers of itself from start to start, such as which secret it ran with.
create table shop_facts (
  name text primary key,
  value text not null,
  noted_at timestamptz not null
);
