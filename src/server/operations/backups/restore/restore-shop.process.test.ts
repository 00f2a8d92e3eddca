// A restore into the embedded database, and what it refuses.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createRunningShop } from "#test/shop/running-shop.ts";
import { TEST_TIME, testEnvironment } from "#test/shop/shop.ts";
import { type Database, embeddedDatabase, openEmbeddedDatabase } from "../../../db/database.ts";
import { openInMemory } from "../../../db/embedded.ts";
import { type Applied, listApplied, migrateTo } from "../../../db/migrate.ts";
import { inTransaction, type Tx } from "../../../db/transaction.ts";
import { readArchive, writeArchive } from "../archive/archive.ts";
import { backUpShop } from "../archive/back-up-shop.ts";
import { readManifest } from "../archive/manifest.ts";
import { listTables } from "../archive/tables.ts";
import { listFiles } from "../backup-folder.ts";
import { finishRestore, markRestore } from "./finish-restore.ts";
import { restoreShop } from "./restore-shop.ts";
import { tryRestore } from "./try-restore.ts";

const LONG = 120_000;
const now = new Date(TEST_TIME);
const PICTURE = "files/product-images/cap-1024.webp";

/** A backup of a shop called "old", with a picture and secrets; made once. */
let made: { folder: string; file: string };
beforeAll(async () => {
  const store = await createRunningShop();
  const folder = mkdtempSync(path.join(tmpdir(), "shop-backup-"));
  const file = path.join(folder, "a.backup");
  await setWord(store.shop.db, "old");
  await strangeRow(store.shop.db);
  write(store.folder, "secrets.json", "old secrets");
  write(store.folder, PICTURE, "old picture");
  const { db, env } = store.shop;
  await backUpShop({ db, env, file, now, say: () => {} });
  await store.closeAll();
  made = { folder, file };
}, LONG);
afterAll(() => rmSync(made.folder, { recursive: true, force: true }));

let home = "";
let file = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "shop-restore-"));
  file = path.join(home, "a.backup");
  copyFileSync(made.file, file);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const data = () => path.join(home, "data");
const env = () => testEnvironment({ DATA_DIR: data() });
/** Each restore gets a different time. */
let moment = TEST_TIME;
const clock = () => {
  moment += 1;
  return moment;
};
const options = () => ({ env: env(), clock, say: () => {} });
const restore = (replace = false) => restoreShop({ ...options(), file, replace });
const read = (name: string) => readFileSync(path.join(data(), name), "utf8");

function write(folder: string, name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

async function setWord(db: Database["db"], value: string): Promise<void> {
  await sql`insert into shop_facts (name, value, noted_at) values ('told', ${value}, now())
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/**
 * Values that a careless format loses: a time to the microsecond, quotes, line ends, an empty array, a number in JSON.
 */
async function strangeRow(db: Database["db"]): Promise<void> {
  await sql`insert into admin_audit (actor, action, object, before, after, created_at)
    values (${'a "quoted"\nactor\\ ✓'}, 'test', '', '{"price": 1e400, "list": [], "n": null}', null,
      '2026-03-01 12:00:00.123456+00')`.execute(db);
}

/** Opens the shop in `data`, as a start does. */
async function inShop<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openEmbeddedDatabase(data(), () => {});
  try {
    await finishRestore(database.db, data());
    return await work(database);
  } finally {
    await database.close();
  }
}

const word = () =>
  inShop(async ({ db }) => {
    const row = db.selectFrom("shop_facts").select("value").where("name", "=", "told");
    return (await row.executeTakeFirst())?.value;
  });

/** The shop that exists before: "new". */
async function haveShop(): Promise<void> {
  await restore();
  await inShop(({ db }) => setWord(db, "new"));
  write(data(), "secrets.json", "new secrets");
  write(data(), PICTURE, "new picture");
}

/** What must be unchanged after a refusal. */
async function whatIsThere() {
  const names = readdirSync(data()).filter((name) => ![".lock", "database", "backups"].includes(name));
  return [names.sort(), read("secrets.json"), read(PICTURE), await word()];
}

test(
  "[KN-6] a backup is fully restored into an empty folder, and again next to the shop in the restore test",
  async () => {
    const restored = await restore();
    expect(restored.createdAt).toBe(now.toISOString());
    expect(restored.rows).toBeGreaterThan(20);
    expect([await word(), read("secrets.json"), read(PICTURE)]).toEqual([
      "old",
      "old secrets",
      "old picture",
    ]);
    expect(statSync(path.join(data(), "secrets.json")).mode & 0o777).toBe(0o600);
    await inShop(async ({ db }) => {
      const { rows } = await sql`select actor, before::text, after, created_at::text from admin_audit
        where action = 'test'`.execute(db);
      expect(rows).toEqual([
        {
          actor: 'a "quoted"\nactor\\ ✓',
          before: expect.stringMatching(/^\{"n": null, "list": \[\], "price": 10{400}\}$/),
          after: null,
          created_at: "2026-03-01 12:00:00.123456+00",
        },
      ]);
      // Keys continue after the restored ones.
      const { rows: keys } = await sql<{ isNext: boolean }>`
        insert into admin_audit (actor, action, object, created_at) values ('a', 'next', '', now())
        returning id > (select max(id) from admin_audit where action <> 'next') as "isNext"`.execute(db);
      expect(keys).toEqual([{ isNext: true }]);
    });
    const scratch = path.join(home, "trial");
    const tried = await tryRestore({ file, scratch, signal: new AbortController().signal });
    const { rows, tables } = restored;
    expect([tried, existsSync(scratch)]).toEqual([{ createdAt: now.toISOString(), rows, tables }, false]);
  },
  LONG,
);

test(
  "[KN-6] a restore first backs up the existing shop, and restoring that backup brings it back",
  async () => {
    await haveShop();
    await expect(restore()).rejects.toThrow(/the database already has a shop: add --replace/);
    const { before } = await restore(true);
    const there = async () => [await word(), read("secrets.json"), read(PICTURE)];
    expect(await there()).toEqual(["old", "old secrets", "old picture"]);
    if (before === null) throw new Error("no backup");
    expect(await listFiles(path.join(data(), "backups"))).toMatchObject([
      { fileName: path.basename(before) },
    ]);
    await restoreShop({ ...options(), file: before, replace: true });
    expect(await there()).toEqual(["new", "new secrets", "new picture"]);
  },
  LONG,
);

test(
  "[KN-6] a shop that can't be backed up first is not replaced",
  async () => {
    await haveShop();
    const before = await whatIsThere();
    writeFileSync(path.join(data(), "backups"), "a file where the folder of backups should be");
    await expect(restore(true)).rejects.toThrow(/the existing shop can't be backed up first/);
    expect(await whatIsThere()).toEqual(before);
  },
  LONG,
);

type Change = (entries: [string, string][]) => [string, string][];
const renamed = (text: string, change: object) => JSON.stringify({ ...JSON.parse(text), ...change });
const inManifest =
  (change: object): Change =>
  (entries) =>
    entries.map(([name, text]) => [name, name === "shop.json" ? renamed(text, change) : text]);
const inSums =
  (change: (sums: { files: object; tables: Record<string, object> }) => object): Change =>
  (entries) =>
    entries.map(([name, text]) =>
      name === "sums.json" ? [name, JSON.stringify(change(JSON.parse(text)))] : [name, text],
    );

const refused: [string, Change, RegExp][] = [
  ["of a newer format", inManifest({ format: 9 }), /made by a newer version of the shop: install/],
  [
    "of a newer version",
    (entries) =>
      entries.map(([name, text]) => {
        if (name !== "shop.json") return [name, text];
        const later = [...JSON.parse(text).migrations, { name: "9999_later", hash: "x" }];
        return [name, renamed(text, { migrations: later })];
      }),
    /made by a newer version of the shop: install/,
  ],
  [
    "of an unreleased version",
    inManifest({ migrations: [{ name: "0001_x", hash: "x" }] }),
    /unreleased version/,
  ],
  ["of something else", ([_first, ...rest]) => rest, /not a backup of this shop/],
  ["with a manifest that is none", inManifest({ createdAt: 7 }), /not a backup of this shop/],
  ["with other tables", inManifest({ tables: [{ name: "orders", columns: ["id"] }] }), /tables don't match/],
  ["with a file that no backup has", (entries) => [...entries, ["x/bashrc", "x"]], /contains x\/bashrc/],
  [
    "with a name that leads out of the folder",
    (entries) => [...entries, ["files/../../outside.webp", "x"]],
    /contains files\/\.\.\/\.\.\/outside/,
  ],
  [
    "with another picture",
    (entries) => entries.map(([name, text]) => [name, name === PICTURE ? "bad picture" : text]),
    /its files have been changed/,
  ],
  [
    "without a picture",
    (entries) => entries.filter(([name]) => name !== PICTURE),
    /its files have been changed/,
  ],
  [
    "with a row that was changed",
    (entries) => entries.map(([name, text]) => [name, text.replace('"old"', '"bad"')]),
    /its rows have been changed .*\(shop_facts: other rows\)/,
  ],
  [
    "without the rows of a table",
    (entries) => entries.filter(([name]) => !name.startsWith("rows/shop_facts/")),
    /its rows have been changed .*\(shop_facts: 0 rows instead of 1\)/,
  ],
  ["without its end", (entries) => entries.filter(([name]) => name !== "sums.json"), /is cut off/],
  ["with malformed checksums", inSums(() => ({})), /is cut off/],
];

async function rewrite(change: Change): Promise<void> {
  const entries: [string, string][] = [];
  await readArchive(file, async ({ name, bytes }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    entries.push([name, Buffer.concat(chunks).toString()]);
  });
  rmSync(file);
  await writeArchive(file, { now }, async (add) => {
    for (const [name, text] of change(entries)) await add(name, Buffer.byteLength(text), [Buffer.from(text)]);
  });
}

test(
  "[TR-12] a bad backup is refused with one sentence, and the existing shop stays intact",
  async () => {
    await haveShop();
    const before = await whatIsThere();
    for (const [what, change, why] of refused) {
      copyFileSync(made.file, file);
      await rewrite(change);
      const said = await restore(true).then(
        () => "restored",
        ({ message }: Error) => message,
      );
      expect(`${what}: ${said}`).toMatch(why);
    }
    expect(existsSync(path.join(home, "outside.webp"))).toBe(false);
    const { size } = statSync(made.file);
    for (const part of [0, 100, size * 0.5, size - 9]) {
      copyFileSync(made.file, file);
      truncateSync(file, Math.floor(part));
      await expect(restore(true)).rejects.toThrow(/cut off|no backup/);
    }
    rmSync(file);
    await expect(restore(true)).rejects.toThrow(/there is no file/);
    expect(await whatIsThere()).toEqual(before);
  },
  LONG,
);

test(
  "[KN-6] a refused backup leaves no database in a folder without one",
  async () => {
    truncateSync(file, 2_000);
    await expect(restore()).rejects.toThrow(/cut off/);
    expect(readdirSync(data()).filter((name) => name !== ".lock")).toEqual([]);
  },
  LONG,
);

test(
  "[KN-6] a restore killed before its commit leaves nothing, and the next start finishes one killed after it",
  async () => {
    await haveShop();
    const coming = (stamp: string) => path.join(data(), `restore.new-${stamp}`);
    const [never, committed] = ["20260101000000000", "20260102000000000"];
    for (const stamp of [never, committed]) {
      write(coming(stamp), "secrets.json", `${stamp} secrets`);
      write(coming(stamp), PICTURE, `${stamp} picture`);
    }
    await inShop(async () => {});
    expect([read("secrets.json"), existsSync(coming(never))]).toEqual(["new secrets", false]);

    write(coming(committed), "secrets.json", "coming secrets");
    write(coming(committed), PICTURE, "coming picture");
    const database = await openEmbeddedDatabase(data(), () => {});
    await inTransaction(database, (tx: Tx) => markRestore(tx, coming(committed)));
    await database.close();
    // It had removed the pictures and got no further.
    rmSync(path.join(data(), "files"), { recursive: true });
    await inShop(async () => {});
    expect([read("secrets.json"), read(PICTURE)]).toEqual(["coming secrets", "coming picture"]);
    expect(readdirSync(data()).filter((name) => name.startsWith("restore."))).toEqual([]);
  },
  LONG,
);

test(
  "[KN-6] an earlier version's backup is migrated when it is restored",
  async () => {
    const early = embeddedDatabase(await openInMemory());
    let tables: string[] = [];
    let migrations: Applied[] = [];
    const all = await inShopOf(made.file);
    await inTransaction(early, async (tx) => {
      migrations = all.slice(0, -1);
      await migrateTo(tx, migrations);
      tables = (await listTables(tx)).map(({ name }) => name);
    });
    await early.close();
    const isEarly = ({ name }: { name: string }) => tables.includes(name);
    await rewrite((entries) =>
      inSums((sums) => ({
        ...sums,
        tables: Object.fromEntries(Object.entries(sums.tables).filter(([name]) => isEarly({ name }))),
      }))(
        entries.map(([name, text]) => {
          if (name !== "shop.json") return [name, text];
          const known = (JSON.parse(text).tables as { name: string }[]).filter(isEarly);
          return [name, renamed(text, { migrations, tables: known })];
        }),
      ),
    );
    await restore();
    expect(await word()).toBe("old");
    await inShop(async ({ db }) => {
      expect(await listApplied(db)).toEqual(all);
      const { rows } = await sql`select 1 from function_files`.execute(db);
      expect(rows.length).toBeGreaterThan(20);
    });
  },
  LONG,
);

/** The migrations of the shop in a backup. */
const inShopOf = async (of: string) => (await readManifest(of)).migrations;
