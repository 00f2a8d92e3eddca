-- Limits against a client that holds much and pays nothing, and against trying out stolen cards. Decision 019.

alter table checkouts
  -- Who holds this: a keyed hash of the client's network, or of the paid order that its browser can show. Never the
  -- address itself, and only until the checkout ends (forget_client).
  add column client text,
  -- The browser has shown that it paid for an order before.
  add column client_has_paid boolean not null default false,
  -- How long one hold of this checkout lasts: shorter when it takes much of what is left.
  add column hold_minutes integer not null default 15 check (hold_minutes between 1 and 60),
  -- A hold is extended at most once.
  add column extended_at timestamptz,
  -- Refused charges of its payments, as the provider lists them, and the newest charge that was looked at.
  add column declined_charges text[] not null default '{}',
  add column last_charge_id text,
  -- Too many of them: nothing may be paid on it anymore, and it ends as soon as the provider has canceled its payment.
  add column declined_out boolean not null default false;

create index checkouts_held_by_client on checkouts (client) where client is not null and hold_active;

-- The owner's caps of unpaid pieces; a missing one follows what is left on the shelf.
alter table store_settings add column holds jsonb not null default '{}';

-- How payments ended lately, for the brake on card testing: one row for each refused charge and each paid checkout.
-- Kept for a day.
create table payment_outcomes (
  -- The provider's id of the charge, or 'paid:' and the checkout.
  id text primary key,
  client text,
  declined boolean not null,
  at timestamptz not null
);

create index payment_outcomes_newest on payment_outcomes (at desc);
create index payment_outcomes_client on payment_outcomes (client, at desc);

-- At most one row: since when payments have been closed to unknown clients; none while they are not.
create table payment_brake (
  id integer primary key check (id = 1),
  closed_since timestamptz not null
);

-- Puzzles that were solved and used; each counts once. Kept until its puzzle is no longer valid.
create table used_puzzles (
  id text primary key,
  expires_at timestamptz not null
);

create index used_puzzles_expired on used_puzzles (expires_at);
