import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Insertable } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import type { Schema } from "../../db/schema.ts";
import { askForTroubles } from "../alerts/find-troubles.ts";
import { examineSetup } from "../doctor/examine-setup.ts";
import { saveBackupRules } from "./ask-for-backup.ts";
import { findBooks } from "./backup-queries.ts";
import { loadBackups } from "./load-backups.ts";
import { BACKUPS_EVERY_MS, runBackups } from "./run-backups.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let store: TestShop;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-rules-"));
  store = await createTestShop({ env: { DATA_DIR: folder } });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

type Row = Partial<Insertable<Schema["backups"]>>;

/** Backup rows by age in hours; below zero: dated ahead. */
async function insert(ages: number[], change: Row = {}): Promise<void> {
  const { shop, clock } = store;
  const rows = ages.map((age) => ({
    id: shop.newId(),
    kind: "asked",
    state: "done",
    created_at: new Date(clock.now() - age * HOUR_MS),
    ...change,
  }));
  await shop.db.insertInto("backups").values(rows).execute();
}

test("[KN-6] an outdated form does not silently shorten the retention of backups", async () => {
  const save = (fields: Record<string, string>) => saveBackupRules(store.shop, { actor, fields });
  const stored = async () => (await findBooks(store.shop)).rules;
  const base = JSON.stringify(await stored());
  // Another tab: each backup is kept for a month.
  expect(await save({ days: "30", weeks: "4", base })).toMatchObject({ ok: true });
  const late = { days: "7", weeks: "8" };
  expect(await save({ ...late, base })).toEqual({
    ok: false,
    reason: "changed",
    now: { days: 30, weeks: 4 },
  });
  expect(await stored()).toEqual({ days: 30, weeks: 4 });
  // The page shows what is stored by now, so saving again is intended.
  expect(await save({ ...late, base: JSON.stringify(await stored()) })).toMatchObject({ ok: true });
  expect(await stored()).toEqual({ days: 7, weeks: 8 });
});

test("[KN-6] a backup dated a year ahead hides no newer one, and causes no false all-clear", async () => {
  const { shop, clock } = store;
  await insert([-365 * 24, 0]);
  const ages = (await loadBackups(shop)).backups.map(({ createdAt }) =>
    Math.round((Date.parse(createdAt) - clock.now()) / DAY_MS),
  );
  expect(ages).toEqual([0, 365]);
  clock.advance(4 * DAY_MS);
  expect(await askForTroubles(shop)).toMatchObject([{ kind: "backups" }]);
  const line = (await examineSetup(shop)).find(({ name }) => name === "Backups");
  expect(line).toMatchObject({ verdict: "broken", text: expect.stringContaining("4 days ago") });
});

test("[KN-6] a month of hourly failures keeps the good backups listed, and is removed a month later", async () => {
  const hours = Array.from({ length: 29 * 24 }, (_, hour) => hour);
  await insert(hours, { state: "failed", error: "the disk is full" });
  await insert([29 * 24 + 1]);
  const states = async () => (await loadBackups(store.shop)).backups.map(({ state }) => state);
  expect(await states()).toEqual([...Array.from({ length: 50 }, () => "failed"), "done"]);
  store.clock.advance(20 * DAY_MS);
  await runBackups(store.shop, new AbortController().signal);
  const { rows } = await store.shop.pool.query("select from backups where state = 'failed'");
  expect(rows.length).toBe(10 * 24 + 1);
  expect((await states()).at(-1)).toBe("done");
});

test("[KN-6] rounds continue and copies are sent again when a clock that was a year ahead is set back", async () => {
  const { shop, clock } = store;
  const inS3 = { ...shop, env: { ...shop.env, s3: { bucket: "any" } as never } };
  const run = () => runBackups(inS3, new AbortController().signal);
  const nights = async () => (await findBooks(shop)).backups.filter(({ kind }) => kind === "nightly").length;
  await shop.db
    .insertInto("backup_rules")
    .values({ since: new Date(clock.now()) })
    .execute();
  clock.advance(365 * DAY_MS);
  await run();
  // The folder is missing: each night's attempt fails.
  expect(await nights()).toBe(1);
  const row = { file_name: "any.backup", store_state: "waiting", store_tried_at: new Date(clock.now()) };
  clock.advance(-363 * DAY_MS);
  await run();
  expect(await nights()).toBe(2);
  await insert([0], row);
  clock.advance(BACKUPS_EVERY_MS);
  await run();
  const tried = shop.db.selectFrom("backups").select("store_tried_at").where("store_state", "=", "waiting");
  expect(await tried.execute()).toEqual([{ store_tried_at: new Date(clock.now()) }]);
});
