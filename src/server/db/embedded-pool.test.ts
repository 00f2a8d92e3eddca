import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { embeddedDatabase } from "./database.ts";
import { openInMemory } from "./embedded.ts";

test("a database that is closed waits for whoever uses its connection", async () => {
  const { pool, close } = embeddedDatabase(await openInMemory());
  const client = await pool.connect();
  await client.query("begin");
  const closing = close();
  await setImmediate();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.query("commit");
  client.release();
  await closing;
});

test("a connection that is handed back inside a transaction is rolled back, so nobody inherits that", async () => {
  const { pool, close } = embeddedDatabase(await openInMemory());
  await pool.query("create table notes (text text)");
  const client = await pool.connect();
  await client.query("begin");
  await client.query("insert into notes values ('half')");
  client.release();
  expect((await pool.query("select text from notes")).rows).toEqual([]);
  await close();
});

test("the folder of an embedded database is free for another process only once its engine has ended", async () => {
  const lite = await openInMemory();
  let wasClosed = false;
  const { close } = embeddedDatabase(lite, () => {
    wasClosed = lite.closed;
  });
  await close();
  expect(wasClosed).toBe(true);
});

test("whoever listens hands the connection back, and hears what is told over it", async () => {
  const { pool, listen, close } = embeddedDatabase(await openInMemory());
  const heard: string[] = [];
  const hearer = { heard: (payload: string) => void heard.push(payload), missed: () => {} };
  const listening = await listen("news", hearer);
  await pool.query("select pg_notify('news', 'hello')");
  await expect.poll(() => heard).toEqual(["hello"]);
  await listening.end();
  await close();
}, 20_000);
