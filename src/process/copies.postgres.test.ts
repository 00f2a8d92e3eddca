// Copies of the shop on one database: which go together, and whose turn it is to do what one does for all.
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Shop } from "#server/core/shop.ts";
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import { holdPresence, WORKER_LOCK } from "#server/db/presence.ts";
import { SESSION_PACE } from "#server/db/session.ts";
import { examineShop, reportText } from "#server/operations/doctor/examine-shop.ts";
import { emptyDatabase } from "#test/database/empty-database.ts";
import { newPostgresUrl } from "#test/database/own-postgres.ts";
import { createTestShop } from "#test/shop/shop.ts";
import { startWorker, type Task } from "./worker.ts";

const FOLDER = ["S3_… for the pictures"];

let url: string;
const closes = new Map<Database, () => Promise<void>>();
beforeAll(async () => {
  url = await newPostgresUrl();
});
afterEach(async () => {
  for (const database of closes.keys()) await end(database);
});

async function end(database: Database): Promise<void> {
  const close = closes.get(database);
  closes.delete(database);
  await close?.();
}

/** Opens the database as a copy does. `ownParts`: what it keeps in its folder. */
async function copy(ownParts: string[] = [], copyTries = 2): Promise<Database> {
  const database = await openPostgresDatabase(url, { pace: { ...SESSION_PACE, againMs: 20 } });
  closes.set(database, database.close);
  await holdPresence(database, { channel: "test", ownParts, copyTries, onReplaced: () => {} });
  return database;
}

describe("a copy that starts next to another", () => {
  test("goes with it when both keep nothing that the other needs", async () => {
    await copy();
    await copy();
  });

  test("is refused with what to set when it keeps the pictures in its own folder", async () => {
    await copy();
    await expect(copy(FOLDER)).rejects.toThrow(
      "Another copy of the shop is running on this database. This one would store in its DATA_DIR what every copy needs: set S3_… for the pictures on both, or stop it first.",
    );
  });

  test("is refused when the other one keeps the pictures in its own folder", async () => {
    await copy(FOLDER);
    await expect(copy()).rejects.toThrow(/It stores in its DATA_DIR what every copy needs.*stop it first/);
    await expect(copy(FOLDER)).rejects.toThrow("Another copy of the shop is running");
  });

  test("waits for one that ends, as in a restart", async () => {
    const before = await copy(FOLDER);
    const starting = copy(FOLDER, 100);
    await end(before);
    await starting;
  });
});

describe("a task that one copy runs for all", () => {
  const log = { error: () => {} };

  /** A worker of one task; who ran it is recorded. */
  function work(name: string, database: Database, ran: string[]) {
    const run = async () => void ran.push(name);
    const task: Task = { name: "books", shared: "by_turn", everyMs: 20, run };
    return startWorker({ log } as unknown as Shop, () => database.tryLock(WORKER_LOCK), [task]);
  }

  test("runs on one of them, and on another as soon as that one is gone", async () => {
    const [a, b] = [await copy(), await copy()];
    const ran: string[] = [];
    const first = work("a", a, ran);
    await expect.poll(() => ran).toContain("a");
    const second = work("b", b, ran);
    await expect.poll(() => ran.length).toBeGreaterThan(5);
    expect(ran).not.toContain("b");
    await first.stop();
    await end(a);
    await expect.poll(() => ran).toContain("b");
    await second.stop();
  });

  test("goes on elsewhere when the connection of its copy is cut, which then asks again", async () => {
    const [a, b] = [await copy(), await copy()];
    expect([await a.tryLock(WORKER_LOCK), await b.tryLock(WORKER_LOCK)]).toEqual([true, false]);
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objsubid = 2 and objid = 3`.execute(b.db);
    await expect.poll(() => b.tryLock(WORKER_LOCK)).toBe(true);
    await expect.poll(() => a.tryLock(WORKER_LOCK)).toBe(false);
  });
});

test("the doctor names the copies that run, and which one does the worker's tasks", async () => {
  const [a] = [await copy(), await copy()];
  await emptyDatabase(a.pool);
  const store = await createTestShop({
    database: { ...a, close: async () => {} },
    env: { DATABASE_URL: url },
  });
  await a.tryLock(WORKER_LOCK);
  const report = reportText(await examineShop(store.shop));
  expect(report).toContain("✓ Running copies of the shop: 2");
  expect(report.match(/^ {4}\d+ on \S+/gm)).toHaveLength(2);
  expect(report.match(/runs the worker's tasks/g)).toHaveLength(1);
  await store.close();
});
