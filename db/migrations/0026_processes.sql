-- The processes of the shop that use this database, on one machine or several. A process says every few seconds that it
-- lives; one that is killed is known by its silence. Times are the database's own, because the clocks of machines differ.
create table shop_processes (
  id uuid primary key,
  -- The machine and data folder: a folder has one shop, so whoever starts there knows that the one before is gone.
  place text not null,
  host text not null,
  pid integer not null,
  role text not null check (role in ('alone', 'primary', 'web')),
  version text not null,
  -- Where pictures are: 'folder' of this machine alone, or a store that several machines reach.
  file_store text not null,
  -- Whether messages of other processes arrive; null: it serves nothing and needs none.
  hears boolean,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Which process runs a task that should run once at a time. It holds for as long as its holder lives.
create table task_leases (
  task text primary key,
  holder uuid not null references shop_processes on delete cascade,
  since timestamptz not null default now()
);

create index task_leases_holder on task_leases (holder);
