-- Attempts to sign in are counted per account and network, so that a stranger's failures are the stranger's alone.
-- A row is one of these: (account, network); ('', network), all its accounts; (account, '*'), all its networks;
-- (account, 'device …') or (account, 'session …'), a browser that is known. The old counts are worth nothing.
drop table sign_in_failures;
create table sign_in_failures (
  account text not null,
  network text not null,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (account, network)
);
create index sign_in_failures_age on sign_in_failures (last_at);

-- Browsers in which the owner has signed in completely. The browser holds the id in a cookie, this its hash.
create table sign_in_devices (
  id_hash text primary key,
  user_id text not null references "user" (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sign_in_devices_user on sign_in_devices (user_id);

-- Times by the shop's clock; a session without them is not open. The library's own expiry stays as an outer limit.
alter table "session"
  add column opened_at timestamptz,
  add column password_at timestamptz,
  add column device text;
update "session" set opened_at = "createdAt", password_at = "createdAt";

-- How long sessions last: without use, and at all. No row: the defaults of src/domain/auth/session-rules.ts.
create table session_rules (
  id integer primary key default 1 check (id = 1),
  idle_minutes integer not null check (idle_minutes > 0),
  absolute_minutes integer not null check (absolute_minutes >= idle_minutes)
);
