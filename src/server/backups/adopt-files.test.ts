import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { writeArchive } from "../db/backup/archive/archive.ts";
import { MANIFEST } from "../db/backup/manifest.ts";
import { adoptFiles, removeLeftFiles } from "./adopt-files.ts";
import { backupName, listFiles } from "./backup-folder.ts";
import { findBooks } from "./backup-queries.ts";

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

/** Its first file is all that adopting reads. */
async function writeBackup(createdAt: string): Promise<void> {
  const at = new Date(createdAt);
  const manifest = { format: 2, engine: "embedded", createdAt, hasPictures: false, rows: { orders: 1 } };
  const file = path.join(folder, "backups", backupName(at, store.shop.newId()));
  await writeArchive(file, [{ name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) }], at);
}

test("[KN-6] after a restore the first backup of each week that the folder has is kept as long as before", async () => {
  const nights = ["05-12", "05-04", "05-05", "05-11", "05-18"].map((day) => `2026-${day}T10:00:00.000Z`);
  for (const night of nights) await writeBackup(night);
  await adoptFiles(store.shop, await findBooks(store.shop));
  const adopted = async () =>
    (await findBooks(store.shop)).backups.map(({ createdAt, isWeekly }) => [
      createdAt.slice(5, 10),
      isWeekly,
    ]);
  expect(await adopted()).toEqual([
    ["05-18", true],
    ["05-12", false],
    ["05-11", true],
    ["05-05", false],
    ["05-04", true],
  ]);
  // What is known is not taken in again, and its week has its first.
  await writeBackup("2026-05-19T10:00:00.000Z");
  await adoptFiles(store.shop, await findBooks(store.shop));
  expect((await adopted()).slice(0, 2)).toEqual([
    ["05-19", false],
    ["05-18", true],
  ]);
});

test("[KN-6] a backup whose file comes back is a good one again, and none whose file can't be read", async () => {
  const { shop } = store;
  const backups = path.join(folder, "backups");
  await writeBackup("2026-05-18T10:00:00.000Z");
  await writeBackup("2026-05-19T10:00:00.000Z");
  const adopt = async () => {
    await adoptFiles(shop, await findBooks(shop));
    return (await findBooks(shop)).backups;
  };
  const [newer, older] = await adopt();
  // The disk was not mounted as the shop started.
  renameSync(backups, `${backups}.away`);
  const lost = { state: "failed", error: "its file is gone" };
  expect(await adopt()).toMatchObject([lost, lost]);
  renameSync(`${backups}.away`, backups);
  writeFileSync(path.join(backups, String(newer?.fileName)), "damaged");
  expect(await adopt()).toEqual([{ ...newer, ...lost }, older]);
});

test("[KN-6] a machine removes files whose backups another one has deleted, once no rule would keep them", async () => {
  const { shop, clock } = store;
  const ago = (days: number) => new Date(clock.now() - days * 24 * 3_600_000).toISOString();
  await writeBackup(ago(29));
  await writeBackup(ago(27));
  const left = async () => (await listFiles(path.join(folder, "backups"))).length;
  await removeLeftFiles(shop);
  // Without a newer good one even the oldest stays.
  expect(await left()).toBe(2);
  await adoptFiles(shop, await findBooks(shop));
  await writeBackup(ago(40));
  await removeLeftFiles(shop);
  expect(await left()).toBe(2);
  await shop.db
    .deleteFrom("backups")
    .where("created_at", "<", new Date(ago(28)))
    .execute();
  await removeLeftFiles(shop);
  expect(await left()).toBe(1);
});
