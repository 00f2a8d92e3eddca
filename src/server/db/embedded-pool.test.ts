import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMigratedEngine } from "#test/database/fresh-database.ts";
import { type Database, embeddedDatabase } from "./database.ts";

let database: Database;
beforeAll(async () => {
  database = embeddedDatabase(await openMigratedEngine());
});
afterAll(() => database.close());

test("closing a database waits for the user of its connection, and its folder is free once its engine has ended", async () => {
  const engine = await openMigratedEngine();
  let wasClosed = false;
  const { pool, close } = embeddedDatabase(engine, () => {
    wasClosed = engine.closed;
  });
  const client = await pool.connect();
  await client.query("begin");
  const closing = close();
  await setImmediate();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.query("commit");
  client.release();
  await closing;
  expect(wasClosed).toBe(true);
});

test("a connection that is handed back inside a transaction is rolled back, so no one inherits it", async () => {
  const { pool } = database;
  await pool.query("create table notes (text text)");
  const client = await pool.connect();
  await client.query("begin");
  await client.query("insert into notes values ('half')");
  client.release();
  expect((await pool.query("select text from notes")).rows).toEqual([]);
});

test("a listener releases the connection and still gets its notifications", async () => {
  const { pool, listen } = database;
  const heard: string[] = [];
  const hearer = { heard: (payload: string) => void heard.push(payload), missed: () => {} };
  const listening = await listen("news", hearer);
  await pool.query("select pg_notify('news', 'hello')");
  await expect.poll(() => heard).toEqual(["hello"]);
  await listening.end();
}, 20_000);
