-- What the shop itself needs before it sells anything: which SQL functions are applied, facts about this
-- installation, its work, limits, and the record of what the owner did.

-- The functions of the shop are files of their own (db/functions). By this table the start knows which of them have
-- changed, and which are the shop's: a function that is written down here and has no file anymore is dropped.
create table function_files (
  name text primary key,
  hash text not null
);

-- What the shop remembers of itself from start to start, such as which secret it ran with.
create table shop_facts (
  name text primary key,
  value text not null,
  noted_at timestamptz not null
);

-- Work that outlives the page that asked for it, and that no other row says is to be done: syncs of orders with the
-- provider, and the AVIF of pictures. A worker leases a job for one step at a time; the lease carries a token, and a
-- worker whose lease ran out, or whose job was stopped, changes nothing any more. Mails, calls to the provider and its
-- events are rows of their own that say the same about themselves (decision 141).
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sync_orders', 'avif')),
  -- What it is about, once for each kind: the id of a sync, or the URL of a picture. A picture's job stays with it:
  -- pages offer the AVIF once it is done.
  key text not null,
  progress jsonb not null default '{}',
  run_at timestamptz not null,
  -- Tries of the current step.
  attempts integer not null default 0,
  locked_until timestamptz,
  lock_token uuid,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz,
  unique (kind, key)
);
create index jobs_due on jobs (kind, run_at, id) where done_at is null and dead_at is null;
-- At most one sync is under way.
create unique index jobs_one_sync on jobs (kind) where kind = 'sync_orders' and done_at is null and dead_at is null;

-- How often a client did something in the current window, counted for
-- all processes. `key` holds a keyed hash of the client, never an IP. A crash may empty this table, which only lets
-- everybody begin anew: so it is written without the write-ahead log.
create unlogged table limit_uses (
  key text primary key,
  uses integer not null,
  ends_at timestamptz not null
);
create index limit_uses_ended on limit_uses (ends_at);

-- What requests showed about the proxy in front of the shop: one row a kind, without IPs
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
-- The owner reads the audit log page by page, all of it or one kind of change.
create index admin_audit_action on admin_audit (action, id desc);
-- Who was forgotten is in the log, as keyed hashes; the backups read them all (src/server/operations/backups/forget-again.ts).
create index admin_audit_forgotten on admin_audit (id) where action = 'customer.forgotten';
create index admin_audit_newest on admin_audit (created_at desc);
-- The log of one order.
create index admin_audit_object on admin_audit (object);

-- How many rows about people each retention rule has removed, by day (UTC).
create table retention_log (
  day date not null,
  what text not null,
  removed integer not null,
  primary key (day, what)
);
