-- The optional second step of signing in: a code of an authenticator app, or one of ten recovery codes.
-- A row exists once the owner has confirmed the app with a code. The app's secret is kept encrypted under a
-- key that is not in the database; of recovery codes only a keyed hash is kept.
create table second_factors (
  user_id text primary key references "user" (id) on delete cascade,
  secret text not null,
  -- The 30-second step of the last code that was accepted: neither it nor an older one is accepted again.
  last_step bigint not null,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Whoever has given the right password and still owes the code. The browser holds the token, this its hash.
create table sign_in_challenges (
  token_hash text primary key,
  user_id text not null references "user" (id) on delete cascade,
  expires_at timestamptz not null
);

create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_due on sign_in_challenges (expires_at);

-- The owner reads the audit log page by page, all of it or one kind of change.
create index admin_audit_action on admin_audit (action, id desc);
