// Migrations next to other sessions: a table change waits for every reader.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "#test/database/fresh-database.ts";
import { openOwnDatabase } from "#test/database/two-transactions.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());

test("[KN-6] a migration during a dump lets sales through, logs once that it is waiting, and finishes after the dump", async () => {
  const { db, pool } = database;
  // A function whose trigger on the orders' history must be made again.
  await sql`update function_files set hash = 'another' where name = 'refuse_change'`.execute(db);
  const dump = await pool.connect();
  await dump.query("begin");
  await dump.query("set local idle_in_transaction_session_timeout = 0");
  await dump.query("lock table order_events in access share mode");
  const said: string[] = [];
  let isDone = false;
  const migrating = migrate(db, { say: (line) => said.push(line) }).finally(() => {
    isDone = true;
  });
  const waits = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waits.execute(db)).rows.length).toBe(1);
  // A sale's read comes to the queue behind it.
  await sql`select from order_events limit 1`.execute(db);
  await expect.poll(() => said.length).toBe(1);
  expect(isDone).toBe(false);
  await dump.query("rollback");
  dump.release();
  expect(await migrating).toEqual([]);
  const { rows } = await sql`select from function_files where hash = 'another'`.execute(db);
  expect([rows.length, said.length]).toEqual([0, 1]);
}, 60_000);

test("of several starts at the same moment one migrates, and the others find it done", async () => {
  const { db, close } = await openFreshDatabase();
  const answers = await Promise.all([migrate(db), migrate(db), migrate(db)]);
  expect(answers.map(({ length }) => length).sort()).toEqual([0, 0, expect.any(Number)]);
  expect(answers.flat()).toContain("0001_foundation");
  await close();
}, 60_000);
