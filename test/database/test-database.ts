import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import { openInMemory } from "#server/db/embedded.ts";
import { emptyDatabase } from "./empty-database.ts";
import { imagedDatabase } from "./imaged-database.ts";

type SharedDatabase = { database: Database; empty: () => Promise<void> };

let shared: Promise<SharedDatabase> | null = null;

/**
 * A migrated, empty database on the project's engine. The tests of a worker share one, emptied before each, because
 * making a new one took longer than the tests themselves. `rehearse` runs what most tests do, once, to make the plans.
 */
export async function openSharedDatabase(rehearse: (database: Database) => Promise<void>): Promise<Database> {
  shared ??= openShared(rehearse);
  const { database, empty } = await shared;
  await empty();
  return { ...database, close: async () => {} };
}

async function openShared(rehearse: (database: Database) => Promise<void>): Promise<SharedDatabase> {
  const origin = inject("testDatabase");
  if (origin.kind === "embedded") {
    const imaged = imagedDatabase(await openInMemory(new Blob([await readFile(origin.image)])));
    await emptyDatabase(imaged.database.pool);
    await imaged.rehearse(() => rehearse(imaged.database));
    return { database: imaged.database, empty: await imaged.keep() };
  }
  const name = `test_${process.pid}`;
  const admin = await openPostgresDatabase(origin.adminUrl);
  await admin.pool.query(`create database ${name} template ${origin.template}`);
  await admin.close();
  const url = new URL(origin.adminUrl);
  url.pathname = `/${name}`;
  const database = await openPostgresDatabase(url.href);
  return { database, empty: () => emptyDatabase(database.pool) };
}
