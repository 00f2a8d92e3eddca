import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { type Database, embeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { openInMemory } from "#server/db/embedded.ts";

/** An empty database on the project's engine, for this test alone. */
export async function openFreshDatabase(): Promise<Database> {
  const origin = inject("testDatabase");
  if (origin.kind === "embedded") return embeddedDatabase(await openInMemory());
  const name = `fresh_${randomUUID().replaceAll("-", "")}`;
  const admin = await openPostgresDatabase(origin.adminUrl);
  await admin.pool.query(`create database ${name}`);
  await admin.close();
  const url = new URL(origin.adminUrl);
  url.pathname = `/${name}`;
  return openPostgresDatabase(url.href);
}
