-- Who asks, how often, and which request it was.

-- How often a client did something in the current window, counted for all processes. `key` holds a keyed hash of the
-- client, never an IP. A crash may empty this table, which only lets everybody begin anew: so it is written without
-- the write-ahead log.
create unlogged table limit_uses (
  key text primary key,
  uses integer not null,
  ends_at timestamptz not null
);
create index limit_uses_ended on limit_uses (ends_at);

-- What requests showed about the proxy in front of the shop: one row a kind, without IPs (src/server/clients/proxy-notes.ts).
create table proxy_notes (
  kind text primary key,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);

-- The request that made the change; null for the command line and for entries older than this column.
alter table admin_audit add column request_id text;

-- Messages that came in while too many did: kept for the owner, but not mailed one by one.
alter table contact_messages add column is_suspected boolean not null default false;
create index contact_messages_suspected on contact_messages (created_at, id) where is_suspected;

-- For the metrics: how many cards were declined lately.
create index payment_events_declined on payment_events (received_at) where type = 'payment_intent.payment_failed';
