import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { askForTroubles } from "#server/operations/alerts/find-troubles.ts";
import { examineSetup } from "#server/operations/doctor/examine-setup.ts";
import { interceptStatements, recordStatements } from "#test/database/statements.ts";
import { OWNER } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { createRunningShop, type RunningShop } from "#test/shop/running-shop.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { askForBackup, askForTest, saveBackupRules } from "./ask-for-backup.ts";
import { backupName } from "./backup-folder.ts";
import { loadBackups } from "./load-backups.ts";
import { openBackup } from "./open-backup.ts";
import { runBackups } from "./run-backups.ts";

const LONG = 120_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let store: RunningShop;
/** A process of the shop that has just started. */
let started: Shop;
beforeAll(async () => {
  store = await createRunningShop();
}, LONG);
afterAll(() => store.closeAll());

beforeEach(async () => {
  const { db } = store.shop;
  started = { ...store.shop, db: db.withoutPlugins() };
  for (const table of ["backups", "restore_test", "backup_rules"] as const)
    await db.deleteFrom(table).execute();
  rmSync(path.join(store.folder, "backups"), { recursive: true, force: true });
  await db
    .insertInto("backup_rules")
    .values({ since: nowOf(store.shop) })
    .execute();
});

const run = (signal = new AbortController().signal) => runBackups(started, signal);
const list = () => loadBackups(store.shop);
const inFolder = () => {
  try {
    return readdirSync(path.join(store.folder, "backups"));
  } catch {
    return [];
  }
};
const orders = async () => (await store.shop.db.selectFrom("orders").select("id").execute()).length;
const lineOf = async (name: string) => (await examineSetup(store.shop)).find((check) => check.name === name);

/** No restore test runs with the next backups: one of this moment was good. */
async function passTest(): Promise<void> {
  await store.shop.db
    .insertInto("restore_test")
    .values({ ended_at: nowOf(store.shop) })
    .execute();
}

/** A backup that is good according to the books, but whose file can't be restored. */
async function placeBackup(): Promise<string> {
  const id = store.shop.newId();
  const at = nowOf(store.shop);
  const file_name = backupName(at, id);
  mkdirSync(path.join(store.folder, "backups"), { recursive: true });
  writeFileSync(path.join(store.folder, "backups", file_name), "no backup");
  const good = { kind: "asked", state: "done", created_at: at, ended_at: at, bytes: 9 };
  await store.shop.db
    .insertInto("backups")
    .values({ ...good, id, file_name, host: hostname() })
    .execute();
  return file_name;
}

/** A backup that the owner requests, and a restore test if one is due: with the first backup and every week. */
async function backUp(): Promise<void> {
  expect(await askForBackup(store.shop, { actor: OWNER })).toEqual({ started: true });
  await run();
}

test(
  "[KN-6] a selling shop is backed up, a double click makes one backup, and a test restores and compares it",
  async () => {
    await sell(store);
    const before = await orders();
    // An unlogged table is left out.
    const use = { key: "sign-in:pat", uses: 1, ends_at: nowOf(store.shop) };
    await store.shop.db.insertInto("limit_uses").values(use).execute();
    for (const isFirst of [true, false])
      expect(await askForBackup(store.shop, { actor: OWNER })).toEqual({ started: isFirst });
    // Orders arrive while it is made and tested.
    const sold: string[] = [];
    const copying = run();
    for (let sale = 0; sale < 3; sale += 1) sold.push((await sell(store)).paymentIntentId);
    await copying;
    expect([sold.length, await orders()]).toEqual([3, before + 3]);

    const { backups, test: tested } = await list();
    expect(backups).toMatchObject([
      { kind: "asked", state: "done", isHere: true, isWeekly: true, store: "none" },
    ]);
    const { tables, rows } = backups[0] ?? {};
    expect(tested).toMatchObject({ isUnderWay: false, last: { error: null, tables, rows } });
    expect(inFolder()).toEqual([backups[0]?.fileName]);
    const file = path.join(store.folder, "backups", String(backups[0]?.fileName));
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect((await lineOf("Backups"))?.verdict).toBe("fine");
    expect(await lineOf("Restore test")).toMatchObject({ verdict: "fine", text: /all its [\d,]+ rows/ });

    const round = recordStatements(store.shop.pool);
    await run();
    round.stop();
    expect(round.asked).toHaveLength(1);

    const opened = await openBackup(store.shop, { id: String(backups[0]?.id), actor: OWNER });
    const bytes = Buffer.from(await new Response(opened?.stream).arrayBuffer());
    expect(bytes.equals(readFileSync(file))).toBe(true);
    expect(await openBackup(store.shop, { id: store.shop.newId(), actor: OWNER })).toBeNull();

    // An unhandled stream error would end the process and fail this run.
    let looks = 0;
    const clock = () => {
      looks += 1;
      // As the download is recorded.
      if (looks === 2) rmSync(file);
      return store.shop.clock();
    };
    const wanted = { id: String(backups[0]?.id), actor: OWNER };
    await expect(openBackup({ ...store.shop, clock }, wanted)).rejects.toThrow(/ENOENT/);
    await new Promise((resolve) => setTimeout(resolve, 50));
  },
  LONG,
);

test(
  "[KN-6] each night makes one backup, each week one restore test, and only backups within the retention rules are kept",
  async () => {
    await passTest();
    await placeBackup();
    expect(
      await saveBackupRules(store.shop, { actor: OWNER, fields: { days: "2", weeks: "1" } }),
    ).toMatchObject({ ok: true });
    await sell(store);
    for (const days of [1, 2]) {
      store.clock.advance(days * DAY_MS);
      await run();
      await run();
    }
    const { backups, test: tested } = await list();
    const ages = backups.map(({ createdAt }) =>
      Math.round((store.clock.now() - Date.parse(createdAt)) / DAY_MS),
    );
    // The first of the week, and two nights.
    expect(ages).toEqual([0, 2, 3]);
    expect(inFolder()).toHaveLength(3);
    store.clock.advance(5 * DAY_MS);
    await run();
    expect((await list()).backups).toHaveLength(1);
    expect(inFolder()).toHaveLength(1);
    // A week later there was another one.
    expect((await list()).test.last?.error).toBeNull();
    expect((await list()).test.last?.endedAt).not.toBe(tested.last?.endedAt);
    // No process is running: the newest stays, however old.
    store.clock.advance(4 * DAY_MS);
    expect(await askForTroubles(store.shop)).toMatchObject([{ kind: "backups", error: null }]);
    expect((await lineOf("Backups"))?.verdict).toBe("broken");
  },
  LONG,
);

test(
  "[KN-6] a backup that can't be written fails with the reason, leaves no partial file, and succeeds once it can be",
  async () => {
    await passTest();
    // A file is where the folder should be.
    writeFileSync(path.join(store.folder, "backups"), "in the way");
    await backUp();
    const { backups } = await list();
    expect(backups).toMatchObject([{ state: "failed", error: /EEXIST|ENOTDIR|exists/ }]);
    expect(await lineOf("Backups")).toMatchObject({ verdict: "waiting", text: /The last try failed/ });
    expect(await askForTest(store.shop)).toEqual({ ok: false, reason: "no_backup" });
    rmSync(path.join(store.folder, "backups"));
    store.clock.advance(1_000);
    await backUp();
    expect((await list()).backups.map(({ state }) => state)).toEqual(["done", "failed"]);
    expect((await lineOf("Backups"))?.verdict).toBe("fine");
  },
  LONG,
);

test(
  "[KN-6] a failed restore test shows on every page and in the doctor, and leaves the shop alone",
  async () => {
    await passTest();
    await sell(store);
    const sold = await orders();
    const fileName = await placeBackup();
    store.clock.advance(HOUR_MS);
    expect(await askForTest(store.shop)).toEqual({ ok: true, started: true });
    await run();
    expect((await list()).test.last?.error).toMatch(/not a backup of a shop, or it is damaged/);
    expect(await askForTroubles(store.shop)).toMatchObject([{ kind: "restore_test" }]);
    expect((await lineOf("Restore test"))?.verdict).toBe("broken");
    expect([inFolder(), await orders()]).toEqual([[fileName], sold]);
    await sell(store);
    store.clock.advance(HOUR_MS);
    // The next good one resolves it.
    await backUp();
    expect((await list()).test.last?.error).toBeNull();
    expect(await askForTroubles(store.shop)).toEqual([]);
  },
  LONG,
);

test(
  "[KN-6] a process that stops requeues its backup, one that dies leaves a failure, and neither leaves a partial file",
  async () => {
    await passTest();
    await askForBackup(store.shop, { actor: OWNER });
    const stopping = new AbortController();
    const stopped = run(stopping.signal);
    setTimeout(() => stopping.abort(), 5);
    await stopped;
    expect(inFolder()).toEqual([]);
    expect((await list()).backups).toMatchObject([{ state: "waiting" }]);

    await store.shop.db.updateTable("backups").set({ state: "running" }).execute();
    writeFileSync(path.join(store.folder, "backups", "shop-half.backup.part"), "half");
    await run();
    expect((await list()).backups.map(({ state }) => state)).toEqual(["failed"]);
    store.clock.advance(HOUR_MS);
    await backUp();
    expect((await list()).backups.map(({ state }) => state)).toEqual(["done", "failed"]);
    expect(inFolder().filter((name) => name.endsWith(".part"))).toEqual([]);
  },
  LONG,
);

test.skipIf(process.getuid?.() !== 0)(
  "[KN-6] a full disk is reported with the required space before anything is written, and with room the next backup succeeds",
  async () => {
    await passTest();
    const folder = path.join(store.folder, "backups");
    mkdirSync(folder, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", folder]);
    try {
      await backUp();
      expect((await list()).backups).toMatchObject([
        { state: "failed", error: /^the disk is full: a backup needs \d+ MB .* 16 KB are free/ },
      ]);
      expect(inFolder()).toEqual([]);
      await sell(store);
      execFileSync("mount", ["-o", "remount,size=400m", folder]);
      store.clock.advance(HOUR_MS);
      await backUp();
      expect((await list()).backups.map(({ state }) => state)).toEqual(["done", "failed"]);
    } finally {
      execFileSync("umount", [folder]);
    }
  },
  LONG,
);

test(
  "[KN-6] a shop of many pictures is backed up again if the next file fits, and refused if it does not",
  async () => {
    await passTest();
    await placeBackup();
    const { bavail, bsize } = await statfs(path.join(store.folder, "backups"));
    // As if that share of the disk's free space were in the file, nearly all of it pictures.
    for (const [part, state] of [
      [0.25, "done"],
      [1, "failed"],
    ] as const) {
      const bytes = Math.round(bavail * bsize * part);
      await store.shop.db.updateTable("backups").set({ bytes }).execute();
      store.clock.advance(HOUR_MS);
      await backUp();
      expect((await list()).backups[0]?.state).toBe(state);
    }
  },
  LONG,
);

/**
 * The connection breaks at the statement that marks a backup as good: before it reached the database, or before its
 * response.
 */
function breakAtTheEnd(at: "before" | "after"): () => void {
  return interceptStatements(store.shop.pool, async (text, send) => {
    const isLast = text.includes("update backups set state = 'done'");
    if (isLast && at === "before") throw new Error("the connection broke");
    const result = await send();
    if (isLast) throw new Error("the connection broke");
    return result;
  });
}

test(
  "[KN-6] a connection that breaks at the end of a backup loses no file that the database marks as good, and no complete file",
  async () => {
    await passTest();
    for (const at of ["after", "before"] as const) {
      store.clock.advance(HOUR_MS);
      const mend = breakAtTheEnd(at);
      await backUp();
      mend();
    }
    expect((await list()).backups).toMatchObject([
      { state: "failed", error: "the connection broke" },
      { state: "done", isHere: true },
    ]);
    expect(inFolder()).toHaveLength(2);
    // The next start finds the other one.
    started = { ...store.shop, db: store.shop.db.withoutPlugins() };
    await run();
    const good = (await list()).backups.filter(({ state }) => state === "done");
    expect(good).toMatchObject([{ isHere: true }, { isHere: true }]);
  },
  LONG,
);
