// Copies of backups in a real S3 server with a public bucket.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createS3Store } from "#server/files/s3-store.ts";
import { OWNER } from "#test/sales/people.ts";
import { type S3Server, startS3Server } from "#test/servers/s3-server.ts";
import { createRunningShop, type RunningShop } from "#test/shop/running-shop.ts";
import { nowOf } from "../../core/shop.ts";
import { askForBackup, askForTest, saveBackupRules } from "./ask-for-backup.ts";
import { loadBackups, showRecoveryKey } from "./load-backups.ts";
import { openBackup } from "./open-backup.ts";
import { runBackups } from "./run-backups.ts";
import { fetchCopy, makeRecoveryKey, parseRecoveryKey } from "./store-copy.ts";

const LONG = 120_000;

let s3: S3Server;
let store: RunningShop;
/** Requests with this method and address fail. */
let away: RegExp | null = null;
const sent = new Map<string, Buffer>();
beforeAll(async () => {
  s3 = await startS3Server();
  store = await createRunningShop(s3.variables);
  const { env } = store.shop;
  if (!env.s3) throw new Error("no store");
  const fetchOrFail: typeof fetch = (input, init) => {
    if (away?.test(`${init?.method ?? "GET"} ${String(input)}`))
      return Promise.reject(
        Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }),
      );
    if (init?.method === "PUT") sent.set(String(input), Buffer.from(init.body as Buffer));
    return fetch(input, init);
  };
  store.shop.files = createS3Store({ settings: env.s3, clock: Date.now, fetch: fetchOrFail });
  // No restore test runs with the first backups: one of this moment was good.
  await store.shop.db
    .updateTable("restore_test")
    .set({ ended_at: nowOf(store.shop) })
    .execute();
}, LONG);
afterAll(async () => {
  await store.closeAll();
  await s3.stop();
});

const run = () => runBackups(store.shop, new AbortController().signal);
const list = async () => (await loadBackups(store.shop)).backups;

test(
  "[KN-6] while the store is down the local backup is good, and its copy is uploaded later, encrypted",
  async () => {
    away = /./;
    await askForBackup(store.shop, { actor: OWNER });
    await run();
    expect(await list()).toMatchObject([{ state: "done", isHere: true, store: "waiting", storeError: /./ }]);
    away = null;
    await run();
    expect((await list())[0]?.store).toBe("waiting");
    store.clock.advance(11 * 60_000);
    await run();
    const [backup] = await list();
    expect(backup).toMatchObject({ store: "there", storeError: null });

    const file = path.join(store.folder, "backups", String(backup?.fileName));
    const bytes = readFileSync(file);
    // Neither the archive nor its list is readable there, and no name shows when it was made.
    for (const [url, body] of sent) {
      expect(body.includes(bytes.subarray(0, 64))).toBe(false);
      expect(body.includes(String(backup?.fileName))).toBe(false);
      expect(url).toMatch(/\/backups\/[0-9a-f]{40}\/(list|[0-9a-f-]{36}\/\d+)\.part$/);
    }

    const key = await showRecoveryKey(store.shop, { actor: OWNER });
    const elsewhere = path.join(store.folder, "elsewhere.backup");
    const fetched = await fetchCopy({ files: store.shop.files, key }, { file: elsewhere });
    expect(fetched).toEqual({ createdAt: backup?.createdAt });
    expect(readFileSync(elsewhere).equals(bytes)).toBe(true);
    const other = fetchCopy({ files: store.shop.files, key: makeRecoveryKey() }, { file: `${elsewhere}2` });
    await expect(other).rejects.toThrow("the store has no copies that this key opens: check the key");
    expect(existsSync(`${elsewhere}2`)).toBe(false);

    // On a new machine, the copy is downloaded and tested, too.
    rmSync(file);
    const opened = await openBackup(store.shop, { id: String(backup?.id), actor: OWNER });
    expect(Buffer.from(await new Response(opened?.stream).arrayBuffer()).equals(bytes)).toBe(true);
    expect(await askForTest(store.shop)).toEqual({ ok: true, started: true });
    await run();
    const { last } = (await loadBackups(store.shop)).test;
    expect(last).toMatchObject({ error: null, tables: backup?.tables });
  },
  LONG,
);

test(
  "[KN-6] a night that uploads one copy and removes others leaves the new one complete, and no part of an unfinished one",
  async () => {
    const rules = { days: "1", weeks: "0" };
    expect(await saveBackupRules(store.shop, { actor: OWNER, fields: rules })).toMatchObject({ ok: true });
    store.clock.advance(60_000);
    away = /^PUT .*\/list\.part$/;
    await askForBackup(store.shop, { actor: OWNER });
    await run();
    const [half, whole] = await list();
    expect([half?.store, whole?.store]).toEqual(["waiting", "there"]);
    const [place = ""] = [...sent.keys()].filter((url) => url.includes(String(half?.id)));
    const part = place.slice(place.indexOf("backups/"));
    expect(await store.shop.files.get(part)).not.toBeNull();
    away = null;
    store.clock.advance(2 * 24 * 3_600_000);
    await askForBackup(store.shop, { actor: OWNER });
    await run();
    const backups = await list();
    expect(backups).toMatchObject([{ store: "there" }]);
    expect(await store.shop.files.get(part)).toBeNull();
    const key = await showRecoveryKey(store.shop, { actor: OWNER });
    const file = path.join(store.folder, "newest.backup");
    expect(await fetchCopy({ files: store.shop.files, key }, { file })).toEqual({
      createdAt: backups[0]?.createdAt,
    });
  },
  LONG,
);

test(
  "[KN-6] copies that a restored shop does not know are found again, and removed from the store when they expire",
  async () => {
    away = null;
    const { shop, clock } = store;
    await saveBackupRules(shop, { actor: OWNER, fields: { days: "1", weeks: "0" } });
    for (let made = 0; made < 2; made += 1) {
      clock.advance(60_000);
      await askForBackup(shop, { actor: OWNER });
      await run();
    }
    const [newer, restored] = await list();
    const folder = path.join(store.folder, "backups");
    rmSync(path.join(folder, String(newer?.fileName)));

    // A restored database knows of none.
    await shop.db.deleteFrom("backups").execute();
    const again = { ...shop, db: shop.db.withoutPlugins() };
    await runBackups(again, new AbortController().signal);
    const known = (await list()).filter(({ id }) => id === newer?.id || id === restored?.id);
    expect(known).toMatchObject([
      { id: newer?.id, state: "done", store: "there", isHere: false, rows: null },
      { id: restored?.id, state: "done", store: "there", isHere: true, bytes: restored?.bytes },
    ]);
    expect(readdirSync(folder)).toHaveLength((await list()).filter(({ isHere }) => isHere).length);
    const opened = await openBackup(again, { id: String(newer?.id), actor: OWNER });
    expect((await new Response(opened?.stream).arrayBuffer()).byteLength).toBe(newer?.bytes);

    clock.advance(2 * 24 * 3_600_000);
    await askForBackup(shop, { actor: OWNER });
    await runBackups(again, new AbortController().signal);
    expect(await list()).toHaveLength(1);
    for (const id of [newer?.id, restored?.id])
      for (const url of [...sent.keys()].filter((each) => each.includes(String(id))))
        expect(await shop.files.get(url.slice(url.indexOf("backups/")))).toBeNull();
  },
  LONG,
);

test(
  "[KN-6] a store that is down when a restored shop starts loses no copy that the shop does not know",
  async () => {
    const { shop, clock } = store;
    clock.advance(60_000);
    await askForBackup(shop, { actor: OWNER });
    await run();
    const [unknown] = await list();
    await shop.db.deleteFrom("backups").where("id", "=", String(unknown?.id)).execute();
    rmSync(path.join(store.folder, "backups", String(unknown?.fileName)));
    const again = { ...shop, db: shop.db.withoutPlugins() };
    away = /./;
    clock.advance(60_000);
    await askForBackup(shop, { actor: OWNER });
    await runBackups(again, new AbortController().signal);
    expect((await list())[0]).toMatchObject({ store: "waiting", storeError: /./ });
    away = null;
    clock.advance(11 * 60_000);
    await runBackups(again, new AbortController().signal);
    expect((await list()).slice(0, 2)).toMatchObject([
      { store: "there" },
      { id: unknown?.id, store: "there", storeError: null },
    ]);
  },
  LONG,
);

test("[KN-6] a recovery key can be typed from paper", () => {
  const key = makeRecoveryKey();
  expect(parseRecoveryKey(` ${key.toUpperCase().replaceAll("-", " ")}\n`)).toBe(key);
  for (const wrong of ["", "x", key.slice(1), `${key}0`]) expect(parseRecoveryKey(wrong)).toBeNull();
});
