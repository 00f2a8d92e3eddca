-- How many products are alike in all that filters ask for, kept, because to count a million anew for each list takes a
-- fifth of a second: all that was counted last, and each change since. Filled by fold_facet_counts; until then, and
-- without a row, everything is counted as before.
create table facet_counts (
  id integer primary key check (id = 1),
  -- Another one each time, so a process knows whether it has these numbers.
  version uuid not null,
  -- As count_codes() answers it, in bytes.
  codes bytea not null,
  counted_at timestamptz not null
);
alter table facet_counts alter column codes set storage external;
create table facet_changes (
  id bigint generated always as identity primary key,
  code bigint not null,
  -- 1: one more product has this code; -1: one less.
  products integer not null
);
