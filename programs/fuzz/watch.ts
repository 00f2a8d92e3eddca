// Sees every row that is written, so that a refused request can be shown to have changed nothing.
import { sql } from "kysely";
import type { Shop } from "#server/core/shop.ts";

/** Counters and logs, which refusals are meant to write, and sums that the dashboard brings up to date by and by. */
const NOTES =
  /^(rateLimit|limit_uses|missing_pages|proxy_notes|sign_in_devices|sign_in_failures|sign_in_challenges|session|admin_audit)$/;

const WATCHER = "fuzz_writes";

export type Watch = {
  /** Tables that were written since the last call. */
  written: () => Promise<string[]>;
  /** Which tables are watched. */
  tables: string[];
};

/** The triggers stay: the database must be one that is thrown away. */
export async function watchTables({ db, pool }: Shop): Promise<Watch> {
  await sql`create table if not exists ${sql.table(WATCHER)} (name text not null)`.execute(db);
  await sql`create or replace function fuzz_note() returns trigger language plpgsql as
    $$ begin insert into fuzz_writes values (tg_table_name); return null; end $$`.execute(db);
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> ${WATCHER}`.execute(db);
  const tables = rows.map(({ name }) => name).filter((name) => !NOTES.test(name));
  for (const name of tables) {
    await sql`create or replace trigger zz_fuzz after insert or update or delete on ${sql.table(name)}
      for each row execute function fuzz_note()`.execute(db);
  }
  let hasAsked = true;
  const connect = pool.connect.bind(pool);
  // Most refusals ask the database nothing; then there is nothing to look for.
  Object.assign(pool, {
    connect: (...callback: []) => {
      hasAsked = true;
      return connect(...callback);
    },
  });
  const written = async () => {
    if (!hasAsked) return [];
    const found = await sql<{ name: string }>`delete from ${sql.table(WATCHER)} returning name`.execute(db);
    hasAsked = false;
    return [...new Set(found.rows.map(({ name }) => name))].sort();
  };
  return { written, tables };
}
