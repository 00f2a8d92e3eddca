// Several processes on one database, one of which dies.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import type { Tx } from "#server/db/transaction.ts";
import { examineShop, reportText } from "#server/doctor/examine-shop.ts";
import type { Environment } from "#server/env.ts";
import { createLogger } from "#server/log.ts";
import { listProcesses, SILENT_SECONDS_MAX, takeTask } from "#server/processes/processes.ts";
import type { ShopChange } from "#server/shown/change.ts";
import { emptyDatabase } from "#test/database/empty-database.ts";
import { newPostgresUrl } from "#test/database/own-postgres.ts";
import { addProduct } from "#test/shop/products.ts";
import { createTestShop, testEnvironment } from "#test/shop/shop.ts";
import { startShop } from "../start-shop.ts";
import { startWorker, tasks } from "../worker.ts";
import { followChanges } from "./follow-changes.ts";
import { meetNeighbors } from "./neighbors.ts";
import { type SignsOfLife, startSignsOfLife } from "./sign-of-life.ts";

const log = createLogger("silent", Date.now);
const S3 = {
  S3_ENDPOINT: "https://s3.example",
  S3_BUCKET: "shop",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
  S3_PUBLIC_URL: "https://pictures.example",
};

let url: string;
let database: Database;
const machines: SignsOfLife[] = [];

beforeAll(async () => {
  url = await newPostgresUrl();
  database = await openPostgresDatabase(url);
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database.pool));
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.stop();
});

const settings = (name: string, variables: Record<string, string> = S3): Environment =>
  testEnvironment({ DATABASE_URL: url, DATA_DIR: `/tmp/none/${name}`, ...variables });

async function machine(name: string, { env = settings(name), everyMs = 60_000 } = {}): Promise<SignsOfLife> {
  const signs = await startSignsOfLife({ db: database.db, env, log }, "primary", everyMs);
  machines.push(signs);
  return signs;
}

/** As time passes without a sign of the process. */
async function silence({ me }: SignsOfLife): Promise<void> {
  await database.pool.query(
    "update shop_processes set seen_at = now() - make_interval(secs => $1) where id = $2",
    [SILENT_SECONDS_MAX + 1, me.id],
  );
}

describe("a task that one machine runs for all", () => {
  test("one of several has it, and keeps it while it lives", async () => {
    const [a, b] = [await machine("a"), await machine("b")];
    const takers = await Promise.all([a, b].map((each) => each.takes("holds")));
    expect(takers.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all([a, b].map((each) => each.takes("holds")))).toEqual(takers);
  });

  test("of many that ask at the same moment exactly one gets it", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => machine(`m${index}`)));
    const takers = await Promise.all(all.map((each) => each.takes("audit")));
    expect(takers.filter(Boolean)).toHaveLength(1);
  });

  test("who asks again for what it has keeps it", async () => {
    const a = await machine("a");
    const ask = () => takeTask(database.db, { task: "holds", holder: a.me.id });
    expect([await ask(), await ask()]).toEqual([true, true]);
  });

  test("it goes on elsewhere when its machine is silent for too long, and at once when that stops", async () => {
    const [a, b, c] = [await machine("a"), await machine("b"), await machine("c")];
    expect(await a.takes("holds")).toBe(true);
    await silence(a);
    expect(await b.takes("holds")).toBe(true);
    await b.stop();
    expect(await c.takes("holds")).toBe(true);
  });

  test("a machine that was taken for dead learns at its next sign that others have its tasks", async () => {
    const a = await machine("a", { everyMs: 30 });
    const b = await machine("b");
    expect(await a.takes("holds")).toBe(true);
    await database.pool.query("update task_leases set holder = $1", [b.me.id]);
    await expect.poll(() => a.takes("holds")).toBe(false);
  });

  test("a restart in the same folder needs no waiting: its lock says that the one before is gone", async () => {
    const before = await machine("a");
    expect(await before.takes("holds")).toBe(true);
    const after = await machine("a");
    expect(await after.takes("holds")).toBe(true);
    expect((await listProcesses(database.db)).map(({ id }) => id)).toEqual([after.me.id]);
  });
});

describe("two workers on one database", () => {
  test("each task that claims no rows runs on one machine for all", async () => {
    const store = await createTestShop({ database });
    const [a, b] = [await machine("a"), await machine("b")];
    const workers = [a, b].map((each) => startWorker(store.shop, each.takes));
    const atOnce = tasks
      .filter((task) => task.shared === "by_lease" && !task.firstAfterMs)
      .map(({ name }) => name);
    const leased = async () => (await listProcesses(database.db)).flatMap((known) => known.tasks).sort();
    await expect.poll(leased).toEqual(atOnce.sort());
    for (const worker of workers) await worker.stop();
    await store.close();
  });
});

describe("meeting the other machines at the start", () => {
  const meet = (signs: SignsOfLife, env: Environment, place: Pick<Database, "listen"> = database) =>
    meetNeighbors({ shop: { db: database.db, env }, database: place, me: signs.me });
  const deaf: Pick<Database, "listen"> = {
    listen: async () => ({ hears: () => false, doubt: () => {}, end: async () => {} }),
  };

  test("machines with one picture store go well together", async () => {
    await machine("a");
    const b = await machine("b");
    expect(await meet(b, settings("b"))).toEqual([]);
  });

  test.each([
    ["keeps pictures in its own folder", {}, S3],
    ["uses another store", { ...S3, S3_BUCKET: "other" }, S3],
    ["has a store, while this one has only its folder", S3, {}],
  ])("a living machine that %s refuses the start, with what to do", async (_what, theirs, own) => {
    await machine("a", { env: settings("a", theirs), everyMs: 100 });
    const b = await machine("b", { env: settings("b", own) });
    await expect(meet(b, settings("b", own))).rejects.toThrow(/Set the same S3_… variables on all machines/);
  });

  test("a machine that was lost a moment ago does not keep its successor out", async () => {
    const lost = await machine("a", { env: settings("a", {}) });
    const b = await machine("b", { env: settings("b", {}) });
    const meeting = meet(b, settings("b", {}));
    await lost.stop();
    expect(await meeting).toEqual([]);
  });

  test("a living machine behind one that was lost refuses the start too", async () => {
    await machine("a", { env: settings("a", {}) });
    await machine("c", { env: settings("c", {}), everyMs: 100 });
    const b = await machine("b");
    await expect(meet(b, settings("b"))).rejects.toThrow(/Another machine sells/);
  });

  test("nothing listens on after the meeting", async () => {
    const b = await machine("b");
    const open = new Set<object>();
    const counted: Pick<Database, "listen"> = {
      listen: async (...parameters) => {
        const listening = await database.listen(...parameters);
        open.add(listening);
        const end = async () => {
          open.delete(listening);
          await listening.end();
        };
        return { ...listening, end };
      },
    };
    expect(await meet(b, settings("b"), counted)).toEqual([]);
    expect(open.size).toBe(0);
  });

  test("a deaf process starts alone with a warning, and not beside others or with web processes", async () => {
    const b = await machine("b");
    expect(await meet(b, settings("b"), deaf)).toEqual([expect.stringContaining("DATABASE_URL_DIRECT")]);
    const many = settings("b", { ...S3, WEB_PROCESSES: "2" });
    await expect(meet(b, many, deaf)).rejects.toThrow(/WEB_PROCESSES is above 1.*DATABASE_URL_DIRECT/);
    await machine("a");
    await expect(meet(b, settings("b"), deaf)).rejects.toThrow(/another process.*DATABASE_URL_DIRECT/);
  });

  test("the doctor lists the processes with their tasks, and finds machines that don't share their pictures", async () => {
    const store = await createTestShop({ database, env: { ...S3, DATABASE_URL: url } });
    const a = await machine("a");
    await a.takes("holds");
    const sound = reportText(await examineShop(store.shop));
    expect(sound).toContain("✓ Processes of the shop: 1");
    expect(sound).toMatch(/primary, version \S+, pictures in https:\/\/s3\.example\/shop, runs holds/);
    const b = await machine("b", { env: settings("b", {}) });
    await b.note(false);
    const split = reportText(await examineShop(store.shop));
    expect(split).toContain("✗ Machines keep pictures in different places");
    expect(split).toContain("! Processes do not hear what others change; set DATABASE_URL_DIRECT: 1");
    await store.close();
  });

  test("a start is told of a process that hears nothing", async () => {
    const a = await machine("a");
    await a.note(false);
    const b = await machine("b");
    expect(await meet(b, settings("b"))).toEqual([expect.stringContaining("does not hear")]);
  });
});

test("what one process saves the others hear, and nothing of what is rolled back", async () => {
  const store = await createTestShop({ database });
  const there = await openPostgresDatabase(url);
  const changes: ShopChange[] = [];
  let end = async () => {};
  const listen: Database["listen"] = async (...hearing) => {
    const listening = await there.listen(...hearing);
    ({ end } = listening);
    return listening;
  };
  const keeper = { note: (change: ShopChange) => void changes.push(change), hears: () => {} };
  const { saved } = await followChanges({ listen, pool: there.pool }, [keeper]);
  const id = await addProduct(store.shop);
  await saved();
  expect(changes).toContainEqual({ kind: "product", id });
  changes.length = 0;
  const setPrice = (db: Tx | Database["db"], price: number) =>
    db.updateTable("products").set({ price }).where("id", "=", id).execute();
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await setPrice(tx, 100);
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  await saved();
  expect(changes).toEqual([]);
  await setPrice(database.db, 200);
  await saved();
  expect(changes).toEqual([{ kind: "product", id }]);
  await end();
  await there.close();
  await store.close();
});

test("a shop of several web processes whose port is taken does not start, and says so once", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const folder = await mkdtemp(path.join(tmpdir(), "shop-port-"));
  const env = settings("port", { DATA_DIR: folder, PORT: String(port), WEB_PROCESSES: "2" });
  const said: string[] = [];
  const starting = startShop(env, {
    isDevelopment: false,
    role: { kind: "primary" },
    say: (line) => said.push(line),
  }).then((running) => running.stop());
  await expect(starting).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(said.join("\n")).not.toContain("Shop ");
  expect((await listProcesses(database.db)).length).toBe(0);
  other.close();
  await rm(folder, { recursive: true });
});
