import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { TEST_TIME, testEnvironment } from "#test/shop/shop.ts";
import { lockFolder } from "../folder-lock.ts";
import { type ArchiveEntry, writeArchive } from "./archive/archive.ts";
import { restoreShop, undoRestore } from "./restore-shop.ts";

const DUMP = "database.tar";
const LONG = 120_000;
const NOW = new Date(TEST_TIME);
const GOOD = { format: 2, engine: "embedded", createdAt: NOW.toISOString(), hasPictures: true };

let dump: Buffer;
let home = "";
let file = "";

beforeAll(() => {
  const origin = inject("testDatabase");
  if (origin.kind !== "embedded") throw new Error("This test needs the embedded database");
  dump = readFileSync(origin.image);
});

/** A shop with a picture and secrets, whose database is a file of words. */
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "shop-restore-"));
  file = path.join(home, "a.backup");
  for (const folder of ["data", "data/files", "data/database"]) mkdirSync(path.join(home, folder));
  for (const name of ["files/cap.webp", "secrets.json", "database/PG_VERSION"])
    writeFileSync(path.join(home, "data", name), `old ${name}`);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Contents = Record<string, string | Buffer>;

async function backUp(contents: Contents): Promise<void> {
  const entries = Object.entries(contents).map(
    ([name, text]): ArchiveEntry => ({ name, bytes: Buffer.from(text) }),
  );
  await writeArchive(file, entries, NOW);
}

function restore(replace = true) {
  const env = testEnvironment({ DATA_DIR: path.join(home, "data") });
  return restoreShop({ env, file, now: NOW, say: () => {}, replace });
}

/** Everything of the shop, as it must be after a restore that was refused. */
function whatIsThere() {
  const files = readdirSync(path.join(home, "data"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".lock")
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return files.map((name) => [name, readFileSync(name, "utf8")]);
}

const manifest = (change: object = {}) => JSON.stringify({ ...GOOD, ...change });

const hostile: [string, () => Contents, RegExp][] = [
  ["no manifest", () => ({ [DUMP]: "x" }), /not a backup of a shop/],
  ["an empty manifest", () => ({ "manifest.json": "" }), /manifest can't be read/],
  [
    "a manifest that is no object",
    () => ({ "manifest.json": "null", [DUMP]: "x" }),
    /manifest can't be read/,
  ],
  [
    "an engine that is none",
    () => ({ "manifest.json": manifest({ engine: "constructor" }) }),
    /manifest can't be read/,
  ],
  ["a time that is none", () => ({ "manifest.json": manifest({ createdAt: 7 }) }), /manifest can't be read/],
  ["a newer format", () => ({ "manifest.json": '{"format":9}' }), /newer version/],
  [
    "a manifest of a megabyte",
    () => ({ "manifest.json": `${manifest()}${" ".repeat(1e6)}` }),
    /not a backup of a shop/,
  ],
  ["no database", () => ({ "manifest.json": manifest() }), /no database/],
  [
    "a database of garbage",
    () => ({ "manifest.json": manifest(), [DUMP]: "garbage ".repeat(9_000) }),
    /database can't be/,
  ],
  [
    "half a database",
    () => ({ "manifest.json": manifest(), [DUMP]: dump.subarray(0, dump.length * 0.6) }),
    /database (can't be|is not)/,
  ],
  [
    "a file that no backup has",
    () => ({ "manifest.json": manifest(), [DUMP]: "x", "x/bashrc": "x" }),
    /holds x\/bashrc/,
  ],
  [
    "more than it says",
    () => ({
      "manifest.json": manifest({ unpackedBytes: 10 }),
      [DUMP]: "x",
      "files/a.bin": Buffer.alloc(100_000),
    }),
    /holds more than/,
  ],
  [
    "a boast",
    () => ({ "manifest.json": manifest({ unpackedBytes: 2 ** 45 }), [DUMP]: "x" }),
    /says that it holds more/,
  ],
];

test.each(hostile)(
  "[TR-12] a backup with %s is refused in one sentence, and the shop that is there stays whole",
  async (_what, contents, why) => {
    const before = whatIsThere();
    await backUp(contents());
    const result = await restore();
    expect(result).toMatchObject({ ok: false, reason: "bad_archive" });
    expect(result.ok ? "" : result.message).toMatch(why);
    rmSync(file);
    expect(whatIsThere()).toEqual(before);
  },
  LONG,
);

test(
  "[TR-12] an archive of two megabytes that unpacks to two gigabytes is refused before the disk fills",
  async () => {
    await backUp({ "manifest.json": manifest() });
    const begin = gunzipSync(readFileSync(file)).subarray(0, 1024);
    const header = Buffer.alloc(512);
    header.write("files/bomb.bin", 0, "latin1");
    header.write(`${(2 ** 31).toString(8).padStart(11, "0")}\0`, 124, "latin1");
    header.write("        0", 148, "latin1");
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0`, 148, "latin1");
    // As many of its zeros as it takes to see what would come.
    writeFileSync(file, gzipSync(Buffer.concat([begin, header, Buffer.alloc(100_000_000)])));
    expect(statSync(file).size).toBeLessThan(200_000);
    const before = whatIsThere();
    const started = performance.now();
    const result = await restore();
    expect(result.ok ? "" : result.message).toMatch(/holds more than a backup of its size can/);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(whatIsThere()).toEqual(before);
  },
  LONG,
);

test(
  "a backup that was cut off is refused at any length, and the whole one then takes the shop's place",
  async () => {
    const before = whatIsThere();
    const whole = {
      "manifest.json": manifest(),
      [DUMP]: dump,
      "secrets.json": "{}",
      "files/new.webp": "new",
    };
    await backUp(whole);
    const good = `${file}.good`;
    renameSync(file, good);
    const { size } = statSync(good);
    for (const part of [0, 100, size * 0.5, size - 9]) {
      copyFileSync(good, file);
      truncateSync(file, Math.floor(part));
      expect(await restore()).toMatchObject({ ok: false, reason: "bad_archive" });
    }
    rmSync(file);
    expect(whatIsThere()).toEqual(before);
    renameSync(good, file);
    expect(await restore(false)).toMatchObject({ ok: false, reason: "not_empty" });
    const result = await restore();
    expect(result).toMatchObject({ ok: true });
    const data = path.join(home, "data");
    expect(readdirSync(path.join(data, "files"))).toEqual(["new.webp"]);
    expect(statSync(path.join(data, "secrets.json")).mode & 0o777).toBe(0o600);
    const aside = readdirSync(data).find((name) => name.startsWith("replaced-")) ?? "";
    expect(statSync(path.join(data, aside)).mode & 0o777).toBe(0o700);
    expect(readFileSync(path.join(data, aside, "files/cap.webp"), "utf8")).toBe("old files/cap.webp");
    const env = testEnvironment({ DATA_DIR: data });
    const undone = await undoRestore({
      env,
      now: new Date(TEST_TIME + 1),
      say: () => {},
    });
    expect(undone).toMatchObject({ ok: true });
    expect(readFileSync(path.join(data, "files/cap.webp"), "utf8")).toBe("old files/cap.webp");
    expect(readFileSync(path.join(data, "database/PG_VERSION"), "utf8")).toBe("old database/PG_VERSION");
  },
  LONG,
);

test("a restore that was killed while it moved things is finished by the next one that locks the folder", () => {
  const data = path.join(home, "data");
  const ready = path.join(data, "restore.ready-then");
  mkdirSync(path.join(ready, "files"), { recursive: true });
  writeFileSync(path.join(ready, "files/new.webp"), "new");
  writeFileSync(path.join(ready, "secrets.json"), "new");
  // It had moved the pictures aside and got no further.
  mkdirSync(path.join(data, "replaced-then"));
  mkdirSync(path.join(data, "restore.new-9"));
  lockFolder(data)();
  expect(readFileSync(path.join(data, "files/new.webp"), "utf8")).toBe("new");
  expect(readFileSync(path.join(data, "secrets.json"), "utf8")).toBe("new");
  expect(readFileSync(path.join(data, "replaced-then/secrets.json"), "utf8")).toBe("old secrets.json");
  expect(readdirSync(data).filter((name) => name.startsWith("restore."))).toEqual([]);
  expect(existsSync(path.join(data, "database/PG_VERSION"))).toBe(true);
});
