-- A rehearsal is a purchase that no money was behind: paid with the provider's test keys or in the payment sandbox. What
-- came before this migration counts as real. The owner clears rehearsals when they are over: they leave the lists and the
-- figures, and their pieces go back on the shelf (db/functions/clear-rehearsal.sql). Their rows stay.
alter table checkouts add column is_rehearsal boolean not null default false;
alter table orders add column is_rehearsal boolean not null default false, add column cleared_at timestamptz;
create index orders_cleared on orders (cleared_at) where cleared_at is not null;
create index orders_rehearsed on orders (created_at, id) where is_rehearsal and cleared_at is null;
create index checkouts_rehearsing on checkouts (id) where is_rehearsal and state in ('open', 'paying');
