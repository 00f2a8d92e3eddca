// A process that sleeps in the middle of a transaction does not keep its locks.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { startPgBouncer } from "#test/servers/pgbouncer.ts";
import { openPostgresDatabase } from "./database.ts";
import { inTransaction } from "./transaction.ts";

const idleLimitOf = async (db: Parameters<typeof inTransaction>[0]["db"]) =>
  inTransaction({ db }, async (tx) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('idle_in_transaction_session_timeout') as "limit"`.execute(tx);
    return rows[0]?.limit;
  });

test("the server ends an idle transaction", async () => {
  const database = await openPostgresDatabase(await newPostgresUrl());
  expect(await idleLimitOf(database.db)).toBe("5s");
  await database.close();
});

test("through a pooler in transaction mode, too, with any statement limit of its role", async () => {
  const url = await newPostgresUrl();
  await query(
    url,
    `create role patient login in role pg_read_all_data; alter role patient set statement_timeout = '7s'`,
  );
  for (const direct of [url, url.replace("shop@", "patient@")]) {
    const pooler = await startPgBouncer(direct);
    const database = await openPostgresDatabase(pooler.url(new URL(url).pathname.slice(1)));
    expect(await idleLimitOf(database.db)).toBe("5s");
    await database.close();
    await pooler.stop();
  }
});
