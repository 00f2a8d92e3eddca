// A restore beside processes that hold the database, and one that is killed in the middle.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openShop } from "#process/open-shop.ts";
import { examineShop, reportText } from "#server/doctor/examine-shop.ts";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { sell } from "#test/sales/sales.ts";
import { type PostgresServer, startPostgres } from "#test/servers/postgres.ts";
import { layWire, type Wire } from "#test/servers/wire.ts";
import { createTestShop, TEST_TIME, testEnvironment } from "#test/shop/shop.ts";
import { type Database, openPostgresDatabase } from "../database.ts";
import { lockFolder } from "../folder-lock.ts";
import { migrate } from "../migrate.ts";
import { holdPresence, SHOP_LOCK } from "../presence.ts";
import { SESSION_PACE } from "../session.ts";
import { writeArchive } from "./archive/archive.ts";
import { backUpShop } from "./back-up-shop.ts";
import { restoreShop, undoRestore } from "./restore-shop.ts";

const LONG = 120_000;
const NOW = new Date(TEST_TIME);
const CLI = path.join(import.meta.dirname, "../../../process/cli/commands.ts");
const quick = { ...SESSION_PACE, againMs: 20 };

let home = "";
let file = "";
let url = "";
const cleanUp: (() => unknown)[] = [];

/** A shop whose name is "new", and a backup from when it was "old": made once, and copied for each test. */
let original: { folder: string; database: string };
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-restore-"));
  const data = path.join(folder, "data/files");
  mkdirSync(data, { recursive: true });
  writeFileSync(path.join(data, "cap.webp"), "old");
  const database = await newPostgresUrl();
  await query(database, "insert into shop_facts (name, value, noted_at) values ('told', 'old', now())");
  const env = testEnvironment({ DATA_DIR: path.join(folder, "data"), DATABASE_URL: database });
  const made = await backUpShop({ env, file: path.join(folder, "a.backup"), now: NOW, say: () => {} });
  expect(made).toMatchObject({ ok: true, manifest: { rows: { shop_facts: 1 } } });
  await query(database, "update shop_facts set value = 'new' where name = 'told'");
  writeFileSync(path.join(data, "cap.webp"), "new");
  original = { folder, database };
});
afterAll(() => rmSync(original.folder, { recursive: true, force: true }));

beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), "shop-restore-"));
  file = path.join(home, "a.backup");
  cpSync(original.folder, home, { recursive: true });
  url = await newPostgresUrl(path.basename(new URL(original.database).pathname));
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
  rmSync(home, { recursive: true, force: true });
});

const settings = (databaseUrl = url) =>
  testEnvironment({ DATA_DIR: path.join(home, "data"), DATABASE_URL: databaseUrl });
const options = () => ({ env: settings(), now: NOW, say: () => {} });
const restore = () => restoreShop({ ...options(), file, replace: true });
const picture = () => readFileSync(path.join(home, "data/files/cap.webp"), "utf8");

async function told(databaseUrl = url): Promise<string> {
  const rows = await query<{ value: string }>(
    databaseUrl,
    "select value from shop_facts where name = 'told'",
  );
  return rows.map(({ value }) => value).join();
}

async function open(directUrl = url): Promise<Database> {
  const database = await openPostgresDatabase(url, { directUrl, pace: quick });
  cleanUp.push(database.close);
  return database;
}

const presence = (onReplaced: (why: Error) => void = () => {}) => ({
  channel: "catalog",
  ownParts: [],
  onReplaced,
});

/** A restore that waits for the database and has it; ends when the test says so. */
async function takeAlone(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query(`select pg_advisory_xact_lock(${SHOP_LOCK})`);
  return () => client.end();
}

const locks = () =>
  query<{ pid: number; granted: boolean }>(
    url,
    `select pid, granted from pg_locks where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database()) order by pid`,
  );

describe("a database that a shop holds", () => {
  test("is not replaced, whatever folder the restore comes from and however silent the shop is", async () => {
    const database = await open();
    await holdPresence(database, presence());
    const result = await restore();
    expect(result).toMatchObject({
      ok: false,
      reason: "in_use",
      message: expect.stringContaining(`process ${process.pid} on`),
    });
    expect(await undoRestore(options())).toMatchObject({ ok: false, reason: "in_use" });
    expect([await told(), picture()]).toEqual(["new", "new"]);
    await database.close();
    cleanUp.pop();
    expect(await restore()).toMatchObject({ ok: true });
    expect([await told(), picture()]).toEqual(["old", "old"]);
  });

  test("is not replaced either when the shop starts after the restore has looked", async () => {
    const wire = await layWire(url, { holds: { words: "do $guard$", when: "asked" } });
    cleanUp.push(wire.close);
    const restoring = restoreShop({ ...options(), env: settings(wire.url), file, replace: true });
    await wire.held;
    await holdPresence(await open(), presence());
    wire.release();
    expect(await restoring).toMatchObject({ ok: false, reason: "in_use" });
    expect([await told(), picture()]).toEqual(["new", "new"]);
  });

  test("is not held by a connection that could not be set up", async () => {
    const { db } = await open();
    const query = async (text: string) => {
      if (text.includes("set_config")) throw new Error("no such setting");
      return { rows: [{ isFree: true, mark: null }] };
    };
    const listen: Database["listen"] = async (_channel, { session }) => {
      await session?.({ query } as unknown as pg.Client);
      return { end: async () => {} };
    };
    await expect(holdPresence({ db, listen }, presence())).rejects.toThrow("no such setting");
  });

  test("is not opened during a restore by a shop behind a pooler either, which has no session to say so", async () => {
    const { db } = await open();
    const end = await takeAlone();
    const listen: Database["listen"] = async () => ({ end: async () => {} });
    await expect(holdPresence({ db, listen }, presence())).rejects.toThrow(
      "A restore is exchanging the database",
    );
    await end();
  });

  test("a shop that a restore overtakes while it starts is refused, and not told besides that it must end", async () => {
    const { db } = await open();
    const told: string[] = [];
    const client = { query: async () => ({ rows: [{ isFree: false }] }) } as unknown as pg.Client;
    const listen: Database["listen"] = async (_channel, { session }) => {
      await session?.(client);
      return { end: async () => {} };
    };
    const starting = holdPresence(
      { db, listen },
      presence(({ message }) => told.push(message)),
    );
    await expect(starting).rejects.toThrow("A restore is exchanging the database");
    expect(told).toEqual([]);
  });

  test("is held again after its connection was lost", async () => {
    const database = await open();
    await holdPresence(database, presence());
    const [before] = await locks();
    await query(url, `select pg_terminate_backend(${before?.pid})`);
    await expect.poll(async () => (await locks()).some(({ pid }) => pid !== before?.pid)).toBe(true);
  });

  test("a shop that lost it while a restore began is told that it must end", async () => {
    const database = await open();
    const told = Promise.withResolvers<Error>();
    await holdPresence(database, presence(told.resolve));
    const [holder] = await locks();
    const restoring = takeAlone();
    await expect.poll(async () => (await locks()).filter(({ granted }) => !granted)).toHaveLength(1);
    await query(url, `select pg_terminate_backend(${holder?.pid})`);
    expect((await told.promise).message).toMatch(/A restore is exchanging the database/);
    await (await restoring)();
  });

  test("a shop that lost it is told so too when the restore is over by the time it is back", async () => {
    const told: string[] = [];
    let reconnect = async () => {};
    // Its connections come and go when the test says so.
    const listen: Database["listen"] = async (_channel, { session }) => {
      reconnect = async () => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await session?.(client);
        await client.end();
      };
      await reconnect();
      return { end: async () => {} };
    };
    const { db } = await open();
    await holdPresence(
      { db, listen },
      presence(({ message }) => told.push(message)),
    );
    await reconnect();
    expect(told).toEqual([]);
    expect(await restore()).toMatchObject({ ok: true });
    await reconnect();
    await reconnect();
    expect(told).toEqual([expect.stringMatching(/A restore has exchanged the database/)]);
  });

  test("the doctor says whether a shop runs, by the lock and not by what is left of a killed one", async () => {
    const { shop, close } = await createTestShop({ database: await open(), env: { DATABASE_URL: url } });
    const report = async () => reportText(await examineShop(shop));
    expect(await report()).toContain("✓ Copies of the shop that run: 0");
    await holdPresence(await open(), presence());
    expect(await report()).toMatch(/✓ Copies of the shop that run: 1\n +\d+ on/);
    await close();
  });
});

test("a shop and a command that start during a restore say so and change nothing", async () => {
  const end = await takeAlone();
  for (const role of ["shop", "command"] as const)
    await expect(openShop(settings(), { role })).rejects.toThrow(
      /A restore is exchanging the database.*try again/,
    );
  await end();
  const { close } = await openShop(settings(), { role: "shop" });
  await close();
});

test("a restore is refused while a command is at work, and the command is no shop that runs", async () => {
  const { shop, close } = await openShop(settings(), { role: "command" });
  expect(await restore()).toMatchObject({
    ok: false,
    message: expect.stringContaining(`command ${process.pid} on`),
  });
  expect(reportText(await examineShop(shop))).toContain("✓ No process of the shop runs");
  await close();
  expect(await restore()).toMatchObject({ ok: true });
});

test("a command that loses the database is told so, because a restore may come", async () => {
  const lost = Promise.withResolvers<Error>();
  const { close } = await openShop(settings(), { role: "command", onReplaced: lost.resolve });
  const [holder] = await locks();
  await query(url, `select pg_terminate_backend(${holder?.pid})`);
  expect((await lost.promise).message).toMatch(/kept restores away was lost/);
  await close();
});

test("a command after a restore that was killed between database and folder ends it first, or says why not", async () => {
  const data = path.join(home, "data");
  const waiting = path.join(data, "restore.waits-1/files");
  mkdirSync(waiting, { recursive: true });
  writeFileSync(path.join(waiting, "cap.webp"), "old");
  await query(url, "comment on table kysely_migration is 'restored 1'");
  const unlock = lockFolder(data);
  const asCommand = () => openShop(settings(), { role: "command" });
  await expect(asCommand()).rejects.toThrow(/A restore was broken off/);
  expect(await locks()).toEqual([]);
  unlock();
  const { close } = await asCommand();
  expect(picture()).toBe("old");
  await close();
});

test("an undo from a folder in which the restore did not run is refused", async () => {
  await restore();
  const kept = path.join(home, "data/replaced-2026-06-01T12-00-00-000Z");
  renameSync(kept, path.join(home, "elsewhere"));
  const later = { ...options(), now: new Date(TEST_TIME + 60_000) };
  const refusal = await undoRestore(later);
  expect(refusal).toMatchObject({ ok: false, reason: "other_folder" });
  expect(refusal.ok ? "" : refusal.message).toContain(kept);
  expect([await told(), picture()]).toEqual(["old", "old"]);
  // What it says to do when there was nothing in the folder.
  mkdirSync(kept);
  expect(await undoRestore(later)).toMatchObject({ ok: true });
  expect([await told(), picture()]).toEqual(["new", "old"]);
});

test(
  "the shop that was replaced is kept whole, is in no later backup, and can be exchanged back and forth",
  async () => {
    const result = await restore();
    const kept = "replaced_20260601120000000";
    expect(result).toMatchObject({
      ok: true,
      keptIn: kept,
      movedTo: expect.stringContaining("replaced-2026"),
    });
    expect(await query(url, `select value from ${kept}.shop_facts where name = 'told'`)).toEqual([
      { value: "new" },
    ]);
    const store = await createTestShop({ database: await open() });
    await sell(store);
    expect(reportText(await examineShop({ ...store.shop, env: settings() }))).toContain(
      `drop schema ${kept} cascade`,
    );
    await store.close();
    const second = path.join(home, "b.backup");
    expect(await backUpShop({ env: settings(), file: second, now: NOW, say: () => {} })).toMatchObject({
      ok: true,
    });

    const later = (minutes: number) => ({ ...options(), now: new Date(TEST_TIME + minutes * 60_000) });
    expect(await undoRestore(later(1))).toMatchObject({ ok: true, keptIn: "replaced_20260601120100000" });
    expect([await told(), picture()]).toEqual(["new", "new"]);
    const again = await openPostgresDatabase(url);
    expect(await migrate(again.db)).toEqual([]);
    const undone = await createTestShop({ database: again });
    await sell(undone);
    await undone.close();
    expect(await undoRestore(later(2))).toMatchObject({ ok: true });
    expect([await told(), picture()]).toEqual(["old", "old"]);
    const names = await query(
      url,
      "select nspname from pg_namespace where starts_with(nspname, 'replaced_')",
    );
    expect(names).toEqual([{ nspname: "replaced_20260601120200000" }]);

    expect(await restoreShop({ ...later(3), file: second, replace: true })).toMatchObject({ ok: true });
    expect(await query(url, "select count(*)::int as orders from orders")).toEqual([{ orders: 1 }]);
  },
  LONG,
);

test("a schema of somebody else's is no shop that was kept, however its name begins", async () => {
  await query(url, "create schema replaced_parts; create table replaced_parts.prices (id integer)");
  await query(url, "create schema replaced_20260601120000000");
  expect(await undoRestore(options())).toMatchObject({ ok: false, reason: "nothing_kept" });
  const { shop, close } = await createTestShop({ database: await open(), env: { DATABASE_URL: url } });
  expect(reportText(await examineShop(shop))).not.toContain("replaced_parts");
  await close();
  const third = path.join(home, "c.backup");
  await backUpShop({ env: settings(), file: third, now: NOW, say: () => {} });
  expect((await dumpOf(third)).includes("replaced_parts")).toBe(true);
});

test("nothing is kept of a database in which nothing was", async () => {
  await query(url, "drop schema public cascade");
  await query(url, "create schema public");
  expect(await restore()).toMatchObject({ ok: true, keptIn: null });
  expect(await told()).toBe("old");
  expect(await query(url, "select nspname from pg_namespace where nspname like 'replaced%'")).toEqual([]);
});

type Wrong = { what: string; rows?: object; change: (dump: Buffer) => Buffer; why: RegExp };
const wrong: Wrong[] = [
  {
    what: "tables that do not have the rows that it names",
    rows: { shop_facts: 2 },
    change: (dump) => dump,
    why: /the table shop_facts has 1 rows instead of 2/,
  },
  {
    what: "garbage for a database",
    change: () => Buffer.from("garbage ".repeat(9_000)),
    why: /database can't be/,
  },
  {
    what: "half a database",
    change: (dump) => dump.subarray(0, dump.length * 0.6),
    why: /database (can't be|is not)/,
  },
];

test.each(wrong)(
  "[TR-12] a backup with $what is refused, and nothing changes",
  async ({ rows, change, why }) => {
    const manifest = { format: 2, engine: "postgres", createdAt: NOW.toISOString(), hasPictures: true, rows };
    const entries = [
      { name: "manifest.json", bytes: Buffer.from(JSON.stringify(manifest)) },
      { name: "database.dump", bytes: change(await dumpOf(file)) },
    ];
    await writeArchive(file, entries, NOW);
    const result = await restore();
    expect(result).toMatchObject({ ok: false, reason: "bad_archive" });
    expect(result.ok ? "" : result.message).toMatch(why);
    expect([await told(), picture()]).toEqual(["new", "new"]);
  },
);

async function dumpOf(backup: string): Promise<Buffer> {
  const folder = path.join(home, "unpacked");
  mkdirSync(folder);
  const tar = spawn("tar", ["-xzf", backup, "-C", folder, "database.dump"]);
  await once(tar, "close");
  return readFileSync(path.join(folder, "database.dump"));
}

/** `npm run admin -- restore … --replace` as a process of its own, over a wire that stops somewhere. */
function startRestore(wire: Wire): {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
} {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", CLI, "restore", file, "--replace"],
    {
      env: { PATH: process.env.PATH, DATA_DIR: path.join(home, "data"), DATABASE_URL: wire.url },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, said: () => text, ended };
}

/** The next start of a shop finishes or removes what a killed restore left. */
async function startsAndStops(databaseUrl = url): Promise<void> {
  const { close } = await openShop(settings(databaseUrl), { role: "shop" });
  await close();
  expect(readdirSync(path.join(home, "data")).filter((name) => name.startsWith("restore."))).toEqual([]);
}

test(
  "[KN-6] a backup and a change of a table that comes while it counts do not wait for each other",
  async () => {
    const wire = await layWire(url, { holds: { words: 'from public."orders"', when: "asked" } });
    cleanUp.push(wire.close);
    const second = path.join(home, "b.backup");
    const backup = backUpShop({ env: settings(wire.url), file: second, now: NOW, say: () => {} });
    await wire.held;
    // It was counted before, and is dumped after.
    const change = query(url, "alter table account add column told text");
    const waits =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ '^alter table account'";
    await expect.poll(() => query(url, waits)).toHaveLength(1);
    // Each try's counting comes by.
    const letting = setInterval(wire.release, 20);
    cleanUp.push(() => clearInterval(letting));
    await change;
    expect(await backup).toMatchObject({ ok: true, manifest: { rows: { shop_facts: 1 } } });
    expect((await dumpOf(second)).includes("told")).toBe(true);
  },
  LONG,
);

describe("a restore that is killed", () => {
  /** ends: the shop that is there afterward. */
  const moments = [
    // psql reads to the end of what it was sent, and that must not be taken for the end of the dump.
    { at: "while it loads", words: "COPY public.orders ", when: "asked", line: "goes on", ends: "new" },
    { at: "right before the commit", words: "commit;", when: "asked", line: "breaks too", ends: "new" },
    {
      at: "before it hears of the commit",
      words: "commit;",
      when: "answered",
      line: "breaks too",
      ends: "old",
    },
  ] as const;
  test.each(moments)(
    "$at, and the line to the database $line: database and pictures go together",
    async ({ words, when, line, ends }) => {
      const wire = await layWire(url, { holds: { words, when } });
      cleanUp.push(wire.close);
      const { child, ended } = startRestore(wire);
      await wire.held;
      child.kill("SIGKILL");
      await ended;
      const waits = readdirSync(path.join(home, "data")).some((name) => name.startsWith("restore.waits-"));
      expect(waits).toBe(words === "commit;");
      if (line === "goes on") wire.release();
      else wire.cut();
      // What psql still has to read is undone by then.
      await expect.poll(locks).toEqual([]);
      await startsAndStops();
      expect([await told(), picture()]).toEqual([ends, ends]);
    },
    LONG,
  );

  test(
    "with its server, in the middle of the load: the command fails in one sentence, the shop is whole",
    async () => {
      const server: PostgresServer = await startPostgres();
      cleanUp.push(server.stop);
      url = server.url("postgres");
      const database = await openPostgresDatabase(url);
      await migrate(database.db);
      await database.close();
      await query(url, "insert into shop_facts (name, value, noted_at) values ('told', 'new', now())");
      const wire = await layWire(url, { holds: { words: "COPY public.orders ", when: "asked" } });
      cleanUp.push(wire.close);
      const { said, ended } = startRestore(wire);
      await wire.held;
      await server.crash();
      wire.cut();
      expect(await ended).toBe(1);
      expect(said()).toMatch(/psql failed: .*(terminated|closed|lost)/s);
      expect(said()).not.toMatch(/^\s+at /m);
      await server.restart();
      await startsAndStops();
      expect([await told(), picture()]).toEqual(["new", "new"]);
      expect(
        await query(url, "select nspname from pg_namespace where starts_with(nspname, 'replaced_')"),
      ).toEqual([]);
    },
    LONG,
  );
});
