// What the harness adds to its own database, in a schema of its own: the stops inside functions, and a record of each
// version of stock rows and of each order, in the order in which they were committed (a row's lock is held to the end of
// its transaction, so the versions of one row follow one another as their transactions do).

/** The first of the two numbers of every advisory lock that stands for a stop; the second is 2 × backend + key. */
export const STOP_LOCKS = 770_077;
/** Backends that a schedule may stop. */
export const BACKENDS_MAX = 32;

export const HARNESS_SQL = `
create schema weave;
create function weave.backend() returns integer language sql stable as $$
  select coalesce(nullif(current_setting('weave.backend', true), ''), '0')::integer;
$$;

-- A stop. The name of the function before ":" has to be among the session's stops. The sequence says which of the two
-- keys comes next, and a rollback does not set it back. The notice reaches the harness before the lock is asked for.
create function weave.step(p_label text) returns boolean language plpgsql as $$
declare
  backend integer;
  key integer;
begin
  if position(' ' || split_part(p_label, ':', 1) || ' ' in coalesce(current_setting('weave.stops', true), '')) = 0 then
    return false;
  end if;
  backend := weave.backend();
  key := nextval('weave.stop_' || backend) % 2;
  raise notice 'weave % %', key, p_label;
  perform pg_advisory_lock(${STOP_LOCKS}, 2 * backend + key);
  perform pg_advisory_unlock(${STOP_LOCKS}, 2 * backend + key);
  return true;
end $$;

create table weave.stock (
  id bigint generated always as identity primary key, product_id uuid, variation text, on_hand integer, held integer);
create function weave.note_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.on_hand, old.held) is distinct from (new.on_hand, new.held) then
    insert into weave.stock (product_id, variation, on_hand, held)
      values (new.product_id, new.variation, new.on_hand, new.held);
  end if;
  return null;
end $$;

-- A stop between finding a row and changing it, for statements of SQL functions that lease rows.
create function weave.stop_before_update() returns trigger language plpgsql as $$
begin
  perform weave.step(tg_table_name || ':update');
  return new;
end $$;

create table weave.orders (id bigint generated always as identity primary key, number bigint);
create function weave.note_order() returns trigger language plpgsql as $$
begin
  insert into weave.orders (number) values (new.number);
  return null;
end $$;
${Array.from({ length: BACKENDS_MAX }, (_, index) => `create sequence weave.stop_${index};`).join("\n")}
`;

/** Tables whose rows are leased: what the functions answer that claim them. */
export const LEASED_TABLES = `select distinct c.relname::text as table_name
  from pg_proc p join pg_class c on c.reltype = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.proretset and p.proname like 'claim\\_%' order by 1`;

/** What is added once the shop's tables are there. */
export const WITNESS_SQL = `
create trigger zz_weave_note_stock after insert or update on inventory for each row execute function weave.note_stock();
create trigger zz_weave_note_order after insert on orders for each row execute function weave.note_order();
do $$
declare
  leased text;
begin
  for leased in ${LEASED_TABLES} loop
    execute format('create trigger aa_weave_stop before update on %I
      for each row execute function weave.stop_before_update()', leased);
  end loop;
end $$`;
