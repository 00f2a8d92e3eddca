import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BadArchive, readArchive, writeArchive } from "./archive.ts";
import { textOf } from "./manifest.ts";

const now = new Date("2026-06-01T12:00:00Z");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-archive-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);

async function archiveOf(contents: Record<string, Uint8Array>, name = "a.backup"): Promise<string> {
  await writeArchive(inFolder(name), { now }, async (add) => {
    for (const [entry, bytes] of Object.entries(contents)) await add(entry, bytes.length, [bytes]);
  });
  return inFolder(name);
}

async function contentsOf(file: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  await readArchive(file, async ({ name, bytes }) => {
    contents[name] = await textOf(bytes);
  });
  return contents;
}

test.each([0, 1, 511, 512, 513, 3_000_000])("returns a file of %i bytes unchanged", async (size) => {
  const bytes = Buffer.alloc(size, "a shop in one file ");
  const file = await archiveOf({ "files/one.bin": bytes, "last.json": Buffer.from("{}") });
  expect(await contentsOf(file)).toEqual({ "files/one.bin": bytes.toString(), "last.json": "{}" });
});

test("a disk that is slow to report a file's size does not lose the first file", async () => {
  const file = await archiveOf({ "shop.json": Buffer.from("{}") });
  const { stat } = fs.promises;
  fs.promises.stat = (async (...asked: Parameters<typeof stat>) => {
    await delay(100);
    return stat(...asked);
  }) as typeof stat;
  syncBuiltinESMExports();
  try {
    expect(await contentsOf(file)).toEqual({ "shop.json": "{}" });
  } finally {
    fs.promises.stat = stat;
    syncBuiltinESMExports();
  }
});

test("is a tar that other programs can read, with permissions for its owner only", async () => {
  const file = await archiveOf({ "shop.json": Buffer.from("{}"), "files/a.webp": Buffer.from("picture") });
  expect(execFileSync("tar", ["tzf", file]).toString()).toBe("shop.json\nfiles/a.webp\n");
  expect(execFileSync("tar", ["xzOf", file, "files/a.webp"]).toString()).toBe("picture");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("unread files are skipped, and reading stops when the reader has enough", async () => {
  const file = await archiveOf({
    "a.bin": randomBytes(500_000),
    "b.json": Buffer.from("b"),
    c: randomBytes(9),
  });
  const seen: string[] = [];
  await readArchive(file, async ({ name }) => {
    seen.push(name);
    return name === "b.json" ? "enough" : undefined;
  });
  expect(seen).toEqual(["a.bin", "b.json"]);
});

test("an error of its reader is thrown unchanged", async () => {
  const file = await archiveOf({ "a.bin": randomBytes(500_000), "b.json": Buffer.from("b") });
  const refusal = new Error("no room");
  await expect(readArchive(file, () => Promise.reject(refusal))).rejects.toBe(refusal);
});

test.each([
  ["what is added", async () => Promise.reject(new Error("the database is away")), "the database is away"],
  ["a size that is wrong", async (add: Add) => add("a", 5, [Buffer.from("abc")]), "Size mismatch"],
] as const)("leaves nothing under its name when it fails because of %s", async (_what, fill, why) => {
  await expect(writeArchive(inFolder("b.backup"), { now }, fill)).rejects.toThrow(why);
  expect(readdirSync(folder)).toEqual([]);
});

type Add = Parameters<Parameters<typeof writeArchive>[2]>[0];

test("leaves nothing when it is aborted", async () => {
  const ending = new AbortController();
  const writing = writeArchive(inFolder("b.backup"), { now, signal: ending.signal }, async (add) => {
    for (let part = 0; ; part += 1) {
      if (part === 3) ending.abort();
      await add(`${part}`, 100_000, [randomBytes(100_000)]);
    }
  });
  await expect(writing).rejects.toThrow(/abort/i);
  expect(readdirSync(folder)).toEqual([]);
});

test("[KN-6] applies back pressure until the disk has taken the data, however large it is", async () => {
  const part = randomBytes(1_000_000);
  const file = inFolder("large.backup");
  let ahead = 0;
  await writeArchive(file, { now }, async (add) => {
    for (let added = 1; added <= 40; added += 1) {
      await add(`${added}`, part.length, [part]);
      ahead = Math.max(
        ahead,
        added * part.length - (statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0),
      );
    }
  });
  expect(ahead).toBeLessThan(4_000_000);
});

test.each([
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 20), /is cut off/],
  ["cut to nothing", () => Buffer.alloc(0), /cut off|no backup/],
  [
    "damaged",
    (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 255 : byte))),
    /damaged|cut off/,
  ],
  ["no archive at all", () => Buffer.from("hello"), /not a backup of a shop/],
  ["another kind of archive", () => gzipSync(Buffer.alloc(2048, "hello")), /not a backup of a shop/],
  ["a tar that ends in a file", (_bytes: Buffer, tar: Buffer) => gzipSync(tar.subarray(0, 3_000)), /cut off/],
])("one that is %s is refused with a reason", async (_what, damage, why) => {
  const file = await archiveOf({ "files/a.bin": Buffer.alloc(5_000, "abc def ") });
  writeFileSync(
    file,
    damage(readFileSync(file), execFileSync("gunzip", ["-c"], { input: readFileSync(file) })),
  );
  const reading = contentsOf(file);
  await expect(reading).rejects.toBeInstanceOf(BadArchive);
  await expect(reading).rejects.toThrow(why);
});

test("[TR-12] 200 KB that would unpack to 200 MB are refused before they are read", async () => {
  const file = await archiveOf({ "files/a/bomb.webp": Buffer.alloc(200_000_000) });
  expect(statSync(file).size).toBeLessThan(250_000);
  await expect(readArchive(file, () => Promise.reject(new Error("read")))).rejects.toThrow(
    "it holds more than a backup of its size can",
  );
});

test.skipIf(!existsSync("/dev/full"))(
  "[KN-6] a full disk leaves neither the archive nor a part of it",
  async () => {
    // Every write to it fails as on a full disk.
    symlinkSync("/dev/full", inFolder("full.backup.part"));
    await expect(archiveOf({ "a.bin": randomBytes(2_000_000) }, "full.backup")).rejects.toThrow(/ENOSPC/);
    expect(readdirSync(folder)).toEqual([]);
  },
);
