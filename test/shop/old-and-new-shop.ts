// A shop on PostgreSQL whose text and picture are "new", and a backup from when they were "old": for tests of restores.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import { SESSION_PACE } from "#server/db/session.ts";
import { backUpShop } from "#server/operations/backups/archive/back-up-shop.ts";
import { restoreShop } from "#server/operations/backups/restore/restore-shop.ts";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { TEST_TIME, testEnvironment } from "./shop.ts";

const PICTURE = "files/product-images/cap-1024.webp";
const quick = { ...SESSION_PACE, againMs: 20 };

/** Made once for a test file, and copied for each test. */
export function oldAndNewShop() {
  const now = new Date(TEST_TIME);
  let original: { folder: string; url: string };
  const here = {
    /** Holds `data`, the DATA_DIR, and the backup. */
    home: "",
    file: "",
    url: "",
    /** Done after the test, in reverse order. */
    cleanUp: [] as (() => unknown)[],
  };
  const envOf = (folder: string, url: string) =>
    testEnvironment({ DATA_DIR: path.join(folder, "data"), DATABASE_URL: url });

  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "shop-restore-"));
    const picture = path.join(folder, "data", PICTURE);
    mkdirSync(path.dirname(picture), { recursive: true });
    writeFileSync(picture, "old");
    const url = await newPostgresUrl();
    await query(url, "insert into shop_facts (name, value, noted_at) values ('told', 'old', now())");
    const database = await openPostgresDatabase(url);
    const file = path.join(folder, "a.backup");
    await backUpShop({ db: database.db, env: envOf(folder, url), file, now, say: () => {} });
    await database.close();
    await query(url, "update shop_facts set value = 'new' where name = 'told'");
    writeFileSync(picture, "new");
    original = { folder, url };
  });
  afterAll(() => rmSync(original.folder, { recursive: true, force: true }));
  beforeEach(async () => {
    here.home = mkdtempSync(path.join(tmpdir(), "shop-restore-"));
    here.file = path.join(here.home, "a.backup");
    cpSync(original.folder, here.home, { recursive: true });
    here.url = await newPostgresUrl(path.basename(new URL(original.url).pathname));
  });
  afterEach(async () => {
    for (const step of here.cleanUp.splice(0).reverse()) await step();
    rmSync(here.home, { recursive: true, force: true });
  });

  // Each restore gets a different time.
  let moment = TEST_TIME;
  const clock = () => {
    moment += 1;
    return moment;
  };
  const data = () => path.join(here.home, "data");
  const env = (url = here.url) => envOf(here.home, url);
  const options = (url?: string) => ({ env: env(url), clock, say: () => {} });
  return {
    here,
    data,
    env,
    options,
    restore: (url?: string) => restoreShop({ ...options(url), file: here.file, replace: true }),
    /** What the database and the folder have: "old" or "new", both. */
    told: async () => {
      const words = "select value from shop_facts where name = 'told'";
      const [row] = await query<{ value: string }>(here.url, words);
      return [row?.value, readFileSync(path.join(data(), PICTURE), "utf8")];
    },
    open: async (directUrl = here.url): Promise<Database> => {
      const database = await openPostgresDatabase(here.url, { directUrl, pace: quick });
      here.cleanUp.push(database.close);
      return database;
    },
  };
}
