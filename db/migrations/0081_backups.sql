-- Copies of the shop that are made while it runs, and trials of them.
create table backups (
  id uuid primary key,
  kind text not null check (kind in ('nightly', 'asked')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Who asked for it; null: the night did.
  requested_by text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Of the process that makes it: whoever was taken for dead changes nothing any more.
  token uuid,
  -- What it does right now, in words.
  step text,
  -- Why it failed, in words.
  error text,
  file_name text,
  -- The machine on which the file was written.
  host text,
  bytes bigint,
  -- How many rows each table had at its moment.
  rows jsonb,
  -- The first of its week is kept longer.
  is_weekly boolean not null default false,
  -- The copy in the S3 store.
  store_state text not null default 'none' check (store_state in ('none', 'waiting', 'there')),
  store_parts integer not null default 0,
  store_error text,
  store_tried_at timestamptz
);
-- Two clicks make one backup.
create unique index backups_under_way on backups ((true)) where state in ('waiting', 'running');
create index backups_newest on backups (created_at desc, id);

create table backup_drills (
  id uuid primary key,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'equal', 'failed')),
  requested_by text,
  created_at timestamptz not null,
  ended_at timestamptz,
  token uuid,
  step text,
  -- Why the backup can't be trusted, in words; null unless it failed.
  error text,
  -- When the backup that it restored was made; null: it came to none.
  backup_at timestamptz,
  tables integer,
  rows bigint
);
create unique index backup_drills_under_way on backup_drills ((true)) where state in ('waiting', 'running');
create index backup_drills_newest on backup_drills (created_at desc, id);

create table backup_rules (
  id integer primary key default 1 check (id = 1),
  days integer not null default 7 check (days between 1 and 90),
  weeks integer not null default 4 check (weeks between 0 and 52),
  -- Opens the copies in the S3 store; null until the first goes there.
  recovery_key text,
  -- Since when the shop makes backups.
  since timestamptz not null default now()
);
insert into backup_rules default values;
