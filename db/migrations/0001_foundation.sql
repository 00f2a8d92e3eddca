-- What the shop needs before it sells anything: applied SQL functions, facts about this installation, background jobs,
-- limits, and the activity log.

-- The shop's functions live in their own files (db/functions). At startup this table tells which ones changed, and
-- which belong to the shop: a function listed here without a file is dropped.
create table function_files (
  name text primary key,
  hash text not null
);

-- What the shop remembers about itself between starts, such as which secret it ran with.
create table shop_facts (
  name text primary key,
  value text not null,
  noted_at timestamptz not null
);

-- Work that continues after the request that started it and has no row of its own to say so: syncing orders with the
-- provider, and making AVIF pictures. A worker leases a job for one step at a time. The lease carries a token: once it
-- has expired or the job was stopped, that worker can no longer change anything. Emails, provider calls, and provider
-- events are rows of their own that carry the same state (decision 141).
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sync_orders', 'avif')),
  -- Its subject, unique within a kind: the id of a sync, or the URL of a picture. A picture's job stays with it: pages
  -- offer the AVIF once the job is done.
  key text not null,
  progress jsonb not null default '{}',
  run_at timestamptz not null,
  -- Attempts at the current step.
  attempts integer not null default 0,
  locked_until timestamptz,
  lock_token uuid,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz,
  unique (kind, key)
);
create index jobs_due on jobs (kind, run_at, id) where done_at is null and dead_at is null;
-- At most one sync runs at a time.
create unique index jobs_one_sync on jobs (kind) where kind = 'sync_orders' and done_at is null and dead_at is null;

-- How often a visitor did something in the current window, counted across all processes. `key` is a keyed hash of the
-- visitor, never an IP address. Losing this table in a crash only resets the counts, so it skips the write-ahead log.
create unlogged table limit_uses (
  key text primary key,
  uses integer not null,
  ends_at timestamptz not null
);
create index limit_uses_ended on limit_uses (ends_at);

-- What requests revealed about the proxy in front of the shop: one row for each kind, without IP addresses
-- (src/server/checkout/visitors/proxy-notes.ts).
create table proxy_notes (
  kind text primary key,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);

create table admin_audit (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  -- The request that made the change; null for the command line.
  request_id text
);
-- The owner pages through the audit log, either all of it or one kind of change.
create index admin_audit_action on admin_audit (action, id desc);
-- Erased people are in the log as keyed hashes. Restoring a backup reads them all
-- (src/server/operations/backups/forget-again.ts).
create index admin_audit_forgotten on admin_audit (id) where action = 'customer.forgotten';
create index admin_audit_newest on admin_audit (created_at desc);
-- The log of one order.
create index admin_audit_object on admin_audit (object);

-- How many personal records each retention rule has removed, by day (UTC).
create table retention_log (
  day date not null,
  what text not null,
  removed integer not null,
  primary key (day, what)
);
