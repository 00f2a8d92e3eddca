import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import type { Schema } from "./schema.ts";

const MIGRATIONS = path.join(import.meta.dirname, "../../../db/migrations");

/**
 * Brings the database to the newest migration. The files are plain SQL and frozen once landed; several
 * processes may start at once, one of them migrates. Returns the names of those that were applied now.
 */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: sqlFiles, allowUnorderedMigrations: false });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? [])
    .filter((result) => result.status === "Success")
    .map((result) => result.migrationName);
}

/** The migrations of this version of the shop, and those that the database has. */
export async function listMigrationNames(
  db: Kysely<Schema>,
): Promise<{ known: string[]; applied: string[] }> {
  const migrations = await new Migrator({ db, provider: sqlFiles }).getMigrations();
  const known = migrations.map(({ name }) => name);
  const { rows: tables } = await sql`select 1 from pg_tables where tablename = 'kysely_migration'`.execute(
    db,
  );
  if (tables.length === 0) return { known, applied: [] };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return { known, applied: rows.map((row) => row.name) };
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
    const migrations = names.map(async (name) => {
      const text = await readFile(path.join(MIGRATIONS, name), "utf8");
      return [
        name.replace(/\.sql$/, ""),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
      ];
    });
    return Object.fromEntries(await Promise.all(migrations));
  },
};
