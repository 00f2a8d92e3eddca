import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/**
 * The URL of a new migrated database for this test only, or of a copy of `template`, which must have no connections.
 * Only in `*.postgres.test.ts`.
 */
export async function newPostgresUrl(template?: string): Promise<string> {
  const origin = inject("testDatabase");
  if (origin.kind !== "postgres") throw new Error("This test needs PostgreSQL");
  const name = `own_${randomUUID().replaceAll("-", "")}`;
  await query(origin.adminUrl, `create database ${name} template ${template ?? origin.template}`);
  const url = new URL(origin.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a separate connection. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
