import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type Database, embeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { openInMemory } from "#server/db/embedded.ts";
import { emptyDatabase } from "./empty-database.ts";

let shared: Promise<Database> | null = null;

/**
 * A migrated, empty database of the project's engine. The tests of a worker share one, emptied before each:
 * a new one per test took longer than the tests themselves.
 */
export async function openTestDatabase(): Promise<Database> {
  shared ??= openShared();
  const database = await shared;
  await emptyDatabase(database.pool);
  return { ...database, close: async () => {} };
}

async function openShared(): Promise<Database> {
  const origin = inject("testDatabase");
  if (origin.kind === "embedded") {
    return embeddedDatabase(await openInMemory(new Blob([await readFile(origin.image)])));
  }
  const name = `test_${process.pid}`;
  const admin = await openPostgresDatabase(origin.adminUrl);
  await admin.pool.query(`create database ${name} template ${origin.template}`);
  await admin.close();
  const url = new URL(origin.adminUrl);
  url.pathname = `/${name}`;
  return openPostgresDatabase(url.href);
}
