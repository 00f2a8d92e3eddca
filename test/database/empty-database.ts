import type pg from "pg";

/** Filled by the migrations, not by tests. */
const KEPT = ["order_transitions", "unit_transitions", "function_files"];
/** Filled by the migrations; tests add rows, and products need them. */
const REFILLED = "categories";

const emptiers = new WeakMap<pg.Pool, string>();

/**
 * Deletes every row and restarts every sequence, with triggers and foreign keys off. Takes a tenth of the time of
 * `truncate … restart identity`, which makes new files for each table and index.
 */
export async function emptyDatabase(pool: pg.Pool): Promise<void> {
  const statement = emptiers.get(pool) ?? (await composeEmptier(pool));
  emptiers.set(pool, statement);
  await pool.query(statement);
}

async function composeEmptier(pool: pg.Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' and tablename <> all($1)`,
    [KEPT],
  );
  const sequences = await pool.query<{ name: string; start: string }>(
    "select quote_ident(sequencename) as name, start_value as start from pg_sequences where schemaname = 'public'",
  );
  const { rows: first } = await pool.query<{ all: string }>(
    `select quote_literal(jsonb_agg(r)::text) as all from ${REFILLED} r`,
  );
  return `do $$ begin
    set local session_replication_role = replica;
    ${tables.rows.map(({ name }) => `delete from ${name};`).join("\n")}
    insert into ${REFILLED} select * from jsonb_populate_recordset(null::${REFILLED}, ${first[0]?.all}::jsonb);
    ${sequences.rows.map(({ name, start }) => `perform setval('${name}', ${start}, false);`).join("\n")}
  end $$`;
}
