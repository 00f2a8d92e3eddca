-- The functions of the shop stand in files of their own (db/functions) from here on. By this table the start knows
-- which of them have changed, and which are the shop's: a function that is written down here and has no file any
-- more is dropped.
create table function_files (
  name text primary key,
  hash text not null
);

-- What stood for settle_payment since 0006 under another name.
drop function if exists settle_live_payment(uuid, jsonb, bigint, text, timestamptz);
-- Nobody called it.
drop function if exists apply_refunds(uuid, jsonb, text, timestamptz);
-- Of the library that applied migrations before.
drop table if exists kysely_migration_lock;
