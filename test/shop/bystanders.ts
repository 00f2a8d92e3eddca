// Other shoppers' data must not change, whatever happens to one of them. A statement with a missing condition is
// correct as long as there is only one shopper.
import { sql } from "kysely";
import type { Db } from "#server/db/transaction.ts";

/** Shared counters. */
const SHARED = new Set(["limit_uses"]);

/** All current rows except those of the shared tables, each as the name of its table and its text. */
export async function rowsOfShoppers(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const ofTables = tables
    .filter(({ name }) => !SHARED.has(name))
    .map(
      ({ name }) => sql`select ${sql.lit(`${name} `)} || to_jsonb(t)::text as row from ${sql.table(name)} t`,
    );
  const { rows } = await sql<{ row: string }>`${sql.join(ofTables, sql` union all `)}`.execute(db);
  return rows.map(({ row }) => row);
}
