// Connections that the server ends. An unhandled error ends the process, and fails this run.
import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { layWire } from "#test/servers/wire.ts";
import { assertWritable, type Database, openPostgresDatabase } from "./database.ts";
import { type Db, inTransaction, type Tx } from "./transaction.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

let url = "";
let database: Database;
beforeEach(async () => {
  url = await newPostgresUrl();
  database = await openPostgresDatabase(url);
});
afterEach(() => database.close());

const pidOf = async (tx: Tx) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return rows[0]?.pid ?? 0;
};

/** Ends the connection, and waits until it is gone. */
async function terminate(pid: number): Promise<void> {
  await query(url, `select pg_terminate_backend(${pid})`);
  await expect.poll(() => query(url, `select 1 from pg_stat_activity where pid = ${pid}`)).toEqual([]);
}

test("one that ends between two statements of a transaction fails that transaction, and the next one works", async () => {
  const error = await inTransaction(database, async (tx) => {
    await sql`insert into shop_facts (name, value, noted_at) values ('half', 'done', now())`.execute(tx);
    await terminate(await pidOf(tx));
    await sql`select 1`.execute(tx);
  }).catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  const facts = await inTransaction(database, (tx) => tx.selectFrom("shop_facts").select("name").execute());
  expect(facts).toEqual([]);
});

test("one that ends while a statement of a transaction runs does the same", async () => {
  const pid = Promise.withResolvers<number>();
  const failing = inTransaction(database, async (tx) => {
    pid.resolve(await pidOf(tx));
    await sql`select pg_sleep(60)`.execute(tx);
  }).catch((reason: unknown) => reason);
  await terminate(await pid.promise);
  expect(isDatabaseUnavailable(await failing)).toBe(true);
  expect((await sql`select 1`.execute(database.db)).rows).toHaveLength(1);
});

test("one that ends at rest in the pool is replaced", async () => {
  const { rows } = await database.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  await terminate(rows[0]?.pid ?? 0);
  expect((await database.pool.query("select 1")).rows).toHaveLength(1);
});

test("one whose other end has vanished without a word fails its statement in time, and a new one is opened", async () => {
  const wire = await layWire(url);
  const far = await openPostgresDatabase(wire.url);
  const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(far.db);
  far.limitSilence(1_000);
  await setTimeout(1_200);
  expect(
    (await sql`select pg_backend_pid() as pid`.execute(far.db)).rows,
    "at rest it may be silent",
  ).toEqual(before.rows);
  wire.silence();
  const error = await inTransaction(far, (tx) => sql`select 1`.execute(tx)).catch(
    (reason: unknown) => reason,
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await sql`select 1`.execute(far.db)).rows).toHaveLength(1);
  await far.close();
  await wire.close();
});

test("one in use may be silent longer than the server lets any statement take, one at rest without an end", async () => {
  const limits = vi.spyOn(Socket.prototype, "setTimeout");
  try {
    database.limitSilence();
    await database.pool.query("select 1");
    const set = limits.mock.calls.map(([ms]) => ms);
    expect([Math.max(...set), set.at(-1)]).toEqual([40_000, 0]);
  } finally {
    limits.mockRestore();
  }
});

test("one that the server ends right away is not retried, and the operator is notified", async () => {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const opening = openPostgresDatabase(`postgres://shop@127.0.0.1:${port}/x`);
  await expect(opening).rejects.toThrow("The database at DATABASE_URL can't be used");
  expect(count).toBe(1);
  server.close();
});

test("one at rest in the pool is kept for minutes, with the plans that it has made", async () => {
  const pid = async () => (await database.pool.query("select pg_backend_pid() as pid")).rows[0].pid;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const first = await pid();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await pid()).toBe(first);
  } finally {
    vi.useRealTimers();
  }
});

describe("one that ended up at a server that only reads", () => {
  /** As in a failover: connects to what takes no changes, though the next connection will. */
  async function reconnectToReader(): Promise<void> {
    const { pathname } = new URL(url);
    const limitNew = (limit: string) =>
      query(
        `${url}?options=-c%20default_transaction_read_only%3Doff`,
        `alter database ${pathname.slice(1)} ${limit}`,
      );
    await limitNew("set default_transaction_read_only = on");
    const { rows } = await database.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    await terminate(rows[0]?.pid ?? 0);
    await expect.poll(() => database.pool.idleCount).toBe(0);
    await database.pool.query("select 1");
    await limitNew("reset default_transaction_read_only");
  }
  const write = (db: Db) =>
    sql`insert into shop_facts (name, value, noted_at) values ('a', 'b', now())`.execute(db);
  const failing = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: "25006" });

  beforeEach(reconnectToReader);

  test("fails one statement and is replaced", async () => {
    await failing(write(database.db));
    await write(database.db);
  });

  test("fails one transaction and is replaced", async () => {
    await failing(inTransaction(database, write));
    await inTransaction(database, write);
  });

  test("is replaced by asking whether the database takes changes", async () => {
    await failing(assertWritable(database.pool));
    await assertWritable(database.pool);
    await write(database.db);
  });
});
