-- The owner's account and sessions. Tables with camel-case columns belong to better-auth and use its spelling.
create table "user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create table account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on account ("userId");

create table session (
  id text primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "user" (id) on delete cascade,
  -- When a session was last used, to about a minute. The library records use only once a day.
  last_used_at timestamptz,
  opened_at timestamptz,
  password_at timestamptz,
  device text
);
create index "session_userId_idx" on session ("userId");
create index session_ended on session ("expiresAt");

-- How long sessions last: without use, and in total. No row: the defaults of src/domain/auth/session-rules.ts.
create table session_rules (
  id integer primary key default 1 check (id = 1),
  idle_minutes integer not null check (idle_minutes > 0),
  absolute_minutes integer not null,
  constraint session_rules_check check (absolute_minutes >= idle_minutes)
);

create table verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index verification_ended on verification ("expiresAt");
create index verification_identifier_idx on verification (identifier);

-- The optional second step of signing in: a code of an authenticator app, or one of ten recovery codes. A row exists
-- once the owner has confirmed the app with a code. The app's secret is encrypted under a key that is not in the
-- database; recovery codes are stored only as keyed hashes.
create table second_factors (
  user_id text primary key references "user" (id) on delete cascade,
  secret text not null,
  -- The 30-second step of the last accepted code. That code and older ones are never accepted again.
  last_step bigint not null,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins with the right password that still need the code. The browser holds the token, this table its hash.
create table sign_in_challenges (
  token_hash text primary key,
  user_id text not null references "user" (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_challenges_due on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id);

-- Browsers in which the owner has completed a sign-in. The browser holds the id in a cookie, this table its hash.
create table sign_in_devices (
  id_hash text primary key,
  user_id text not null references "user" (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sign_in_devices_user on sign_in_devices (user_id);

-- The shop's own throttle. The library counts only by network address, so an attacker who rotates addresses would never
-- slow down.
create table sign_in_failures (
  account text not null,
  network text not null,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (account, network)
);
create index sign_in_failures_age on sign_in_failures (last_at);
