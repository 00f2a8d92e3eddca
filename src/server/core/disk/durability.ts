// The settings a PostgreSQL server must keep on for its commits to survive a power cut.
import { type Kysely, sql } from "kysely";
import type { Schema } from "../../db/schema.ts";

const WHAT_GOES: Record<string, string> = {
  fsync: "a power cut can destroy the database",
  full_page_writes: "a power cut can destroy pages of the database",
  synchronous_commit: "a power cut can lose the latest orders, which shoppers have seen confirmed",
};

/** One sentence for each such setting that is off. */
export async function listUnsafeSettings(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where setting = 'off' and name = any (${Object.keys(WHAT_GOES)}) order by name`.execute(
    db,
  );
  return rows.map(({ name }) => `${name} is off at the database server: ${WHAT_GOES[name]}. Turn it on.`);
}
