import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ArchiveEntry, unpackArchive, writeArchive } from "./archive.ts";
import { BadArchive } from "./byte-queue.ts";

const LIMITS = { bytesMax: 10_000_000, entriesMax: 10 };
const NOW = new Date("2026-06-01T12:00:00Z");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-archive-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);

async function archiveOf(contents: Record<string, Uint8Array>): Promise<string> {
  const entries = Object.entries(contents).map(([name, bytes]): ArchiveEntry => ({ name, bytes }));
  await writeArchive(inFolder("a.backup"), entries, NOW);
  return inFolder("a.backup");
}

test.each([0, 1, 511, 512, 513, 300_000])("gives back a file of %i bytes as it was", async (size) => {
  const bytes = Buffer.alloc(size, "a shop in one file ");
  const file = await archiveOf({ "files/one.bin": bytes, "manifest.json": Buffer.from("{}") });
  expect(await unpackArchive(file, inFolder("out"), LIMITS)).toEqual(["files/one.bin", "manifest.json"]);
  expect(readFileSync(inFolder("out/files/one.bin")).equals(bytes)).toBe(true);
});

test("is a tar that other programs read, and for its owner only", async () => {
  const file = await archiveOf({
    "manifest.json": Buffer.from("{}"),
    "files/a.webp": Buffer.from("picture"),
  });
  expect(execFileSync("tar", ["tzf", file]).toString().split("\n")).toEqual([
    "manifest.json",
    "files/a.webp",
    "",
  ]);
  expect(execFileSync("tar", ["xzOf", file, "files/a.webp"]).toString()).toBe("picture");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("leaves nothing under its name when it can't be finished", async () => {
  const missing = [{ name: "files/gone", file: inFolder("gone") }];
  await expect(writeArchive(inFolder("b.backup"), missing, NOW)).rejects.toThrow(/ENOENT/);
  expect([existsSync(inFolder("b.backup")), existsSync(inFolder("b.backup.part"))]).toEqual([false, false]);
});

test("[KN-6] a picture that is deleted before its turn is left out, and nothing else may be gone", async () => {
  writeFileSync(inFolder("stays.webp"), "picture");
  const entries = [
    { name: "files/gone.webp", file: inFolder("gone.webp"), mayBeGone: true },
    { name: "files/stays.webp", file: inFolder("stays.webp"), mayBeGone: true },
  ];
  await writeArchive(inFolder("b.backup"), entries, NOW);
  expect(await unpackArchive(inFolder("b.backup"), inFolder("out"), LIMITS)).toEqual(["files/stays.webp"]);
  expect(readFileSync(inFolder("out/files/stays.webp"), "utf8")).toBe("picture");
});

test("a disk that takes a part at a time, as a full one does, gets the rest", async () => {
  const bytes = randomBytes(40_000);
  const file = await archiveOf({ "files/one.bin": bytes });
  const handle = await open(file);
  const kind = Object.getPrototypeOf(handle);
  await handle.close();
  const whole = kind.write;
  kind.write = function (data: Uint8Array, at = 0) {
    return whole.call(this, data, at, Math.min(100, data.length - at));
  };
  try {
    await unpackArchive(file, inFolder("out"), LIMITS);
  } finally {
    kind.write = whole;
  }
  expect(readFileSync(inFolder("out/files/one.bin")).equals(bytes)).toBe(true);
});

test.each(["../outside", "/etc/outside", "a/../../outside", ".hidden", "x".repeat(101)])(
  "does not take %s for a name",
  async (name) => {
    await expect(archiveOf({ [name]: Buffer.from("x") })).rejects.toThrow(/does not fit/);
  },
);

test("does not unpack a name that leads out of the folder", async () => {
  const file = await archiveOf({ "aa/outside": Buffer.from("x") });
  const tar = gunzipSync(readFileSync(file));
  tar.write("../outside", 0, "latin1");
  tar.write("        ", 148, "latin1");
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, "0")}\0`, 148, "latin1");
  writeFileSync(file, gzipSync(tar));
  await expect(unpackArchive(file, inFolder("deep/out"), LIMITS)).rejects.toBeInstanceOf(BadArchive);
  expect(existsSync(inFolder("deep/outside"))).toBe(false);
});

test.each([
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
  ["damaged", (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 255 : byte)))],
  ["no archive at all", () => Buffer.from("hello")],
  ["another kind of archive", () => gzipSync(Buffer.alloc(2048, "hello"))],
])("refuses one that is %s", async (_what, damage) => {
  const file = await archiveOf({ "files/a.bin": Buffer.alloc(5_000, "abc def ") });
  writeFileSync(file, damage(readFileSync(file)));
  await expect(unpackArchive(file, inFolder("out"), LIMITS)).rejects.toBeInstanceOf(BadArchive);
});

test.each([
  ["bytes", { bytesMax: 4_999, entriesMax: 2 }],
  ["files", { bytesMax: 10_000, entriesMax: 1 }],
])("[TR-12] what holds more %s than it may is refused before they are written", async (_what, limits) => {
  const file = await archiveOf({ "a.bin": Buffer.alloc(10), "b.bin": Buffer.alloc(4_990) });
  await expect(unpackArchive(file, inFolder("out"), limits)).rejects.toBeInstanceOf(BadArchive);
  expect(existsSync(inFolder("out/b.bin"))).toBe(false);
});

test("[TR-12] what goes on and on after its end is refused", async () => {
  const file = await archiveOf({ "a.bin": Buffer.alloc(10) });
  const tar = gunzipSync(readFileSync(file));
  writeFileSync(file, gzipSync(Buffer.concat([tar, Buffer.alloc(20_000_000)])));
  await expect(unpackArchive(file, inFolder("out"), LIMITS)).rejects.toThrow("goes on after its end");
});

test.skipIf(!existsSync("/dev/full"))(
  "[KN-6] a disk that is full leaves neither the archive nor half of it",
  async () => {
    const target = path.join(folder, "full.backup");
    // Every write into it fails as on a full disk.
    symlinkSync("/dev/full", `${target}.part`);
    const entries: ArchiveEntry[] = [{ name: "a.bin", bytes: randomBytes(200_000) }];
    await expect(writeArchive(target, entries, NOW)).rejects.toThrow(/ENOSPC/);
    expect(readdirSync(folder)).toEqual([]);
  },
);
