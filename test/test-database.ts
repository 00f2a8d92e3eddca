import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type Database, embeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { openInMemory } from "#server/db/embedded.ts";

let embedded: Promise<Database> | null = null;
let databasesMade = 0;

/** A migrated, empty database of the project's engine. Embedded ones share one engine and are emptied. */
export async function openTestDatabase(): Promise<Database> {
  const origin = inject("testDatabase");
  if (origin.kind === "embedded") {
    embedded ??= readFile(origin.image).then(async (image) =>
      embeddedDatabase(await openInMemory(new Blob([image]))),
    );
    const database = await embedded;
    await empty(database);
    return { ...database, close: async () => {} };
  }
  const name = `test_${process.pid}_${++databasesMade}`;
  const admin = await openPostgresDatabase(origin.adminUrl);
  await admin.pool.query(`create database ${name} template ${origin.template}`);
  const url = new URL(origin.adminUrl);
  url.pathname = `/${name}`;
  const database = await openPostgresDatabase(url.href);
  return {
    ...database,
    close: async () => {
      await database.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

async function empty(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' and tablename not in ('order_transitions', 'store_settings')`,
  );
  await database.pool.query(`truncate ${rows.map((row) => row.name).join(", ")} restart identity cascade`);
  await database.pool.query("delete from store_settings");
  await database.pool.query("alter sequence payment_reads restart");
}
