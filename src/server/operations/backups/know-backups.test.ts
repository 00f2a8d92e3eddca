import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { writeArchive } from "./archive/archive.ts";
import { MANIFEST, newManifest } from "./archive/manifest.ts";
import { backupName, listFiles } from "./backup-folder.ts";
import { findBooks } from "./backup-queries.ts";
import { knowFiles, removeOldFiles } from "./know-backups.ts";
import { loadBackups } from "./load-backups.ts";

let folder: string;
let store: TestShop;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-adopted-"));
  store = await createTestShop({ env: { DATA_DIR: folder } });
  mkdirSync(path.join(folder, "backups"));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Only its first file is read. */
async function writeBackup(createdAt: string): Promise<void> {
  const now = new Date(createdAt);
  const migrations = [{ name: "0001_foundation", hash: "x" }];
  const manifest = newManifest({ createdAt, migrations, hasPictures: false, tables: [] });
  const bytes = Buffer.from(JSON.stringify(manifest));
  const file = path.join(folder, "backups", backupName(now, store.shop.newId()));
  await writeArchive(file, { now }, (add) => add(MANIFEST, bytes.length, [bytes]));
}

test("[KN-6] after a restore, the folder's first backup of each week is kept as long as before", async () => {
  const nights = ["05-12", "05-04", "05-05", "05-11", "05-18"].map((day) => `2026-${day}T10:00:00.000Z`);
  for (const night of nights) await writeBackup(night);
  await knowFiles(store.shop);
  const known = async () =>
    (await loadBackups(store.shop)).backups.map(({ createdAt, isWeekly }) => [
      createdAt.slice(5, 10),
      isWeekly,
    ]);
  const all = [
    ["05-18", true],
    ["05-12", false],
    ["05-11", true],
    ["05-05", false],
    ["05-04", true],
  ];
  expect(await known()).toEqual(all);
  // A known backup is not added again, and its week has its first.
  await writeBackup("2026-05-19T10:00:00.000Z");
  await knowFiles(store.shop);
  expect(await known()).toEqual([["05-19", false], ...all]);
});

test("[KN-6] a backup whose file comes back is good again, unless the file can't be read", async () => {
  const { shop } = store;
  const backups = path.join(folder, "backups");
  await writeBackup("2026-05-18T10:00:00.000Z");
  await writeBackup("2026-05-19T10:00:00.000Z");
  const adopt = async () => {
    await knowFiles(shop);
    return (await findBooks(shop)).backups;
  };
  const [newer, older] = await adopt();
  // The disk was not mounted when the shop started.
  renameSync(backups, `${backups}.away`);
  const lost = { state: "failed", error: "its file is gone" };
  expect(await adopt()).toMatchObject([lost, lost]);
  renameSync(`${backups}.away`, backups);
  writeFileSync(path.join(backups, String(newer?.fileName)), "damaged");
  expect(await adopt()).toEqual([{ ...newer, ...lost }, older]);
});

test("[KN-6] a machine removes files whose backups another one has deleted, once no retention rule keeps them", async () => {
  const { shop, clock } = store;
  const ago = (days: number) => new Date(clock.now() - days * 24 * 3_600_000).toISOString();
  await writeBackup(ago(29));
  await writeBackup(ago(27));
  const left = async () => (await listFiles(path.join(folder, "backups"))).length;
  await removeOldFiles(shop);
  // Without a newer good one even the oldest stays.
  expect(await left()).toBe(2);
  await knowFiles(shop);
  await writeBackup(ago(40));
  await removeOldFiles(shop);
  expect(await left()).toBe(2);
  await shop.db
    .deleteFrom("backups")
    .where("created_at", "<", new Date(ago(28)))
    .execute();
  await removeOldFiles(shop);
  expect(await left()).toBe(1);
});
