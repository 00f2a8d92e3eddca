import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordFlushes } from "#test/shop/recorded-flushes.ts";
import { writeArchive } from "../../operations/backups/archive/archive.ts";
import { makeFolderDurably, writeDurably, writeDurablySync } from "./durable-files.ts";

const MODULE = path.join(import.meta.dirname, "durable-files.ts");
const NOBODY = 65_534;

test("a file that may only be read is flushed like the others", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-flush-"));
  const file = path.join(folder, "cap.webp");
  writeFileSync(file, "cap");
  chmodSync(file, 0o444);
  chmodSync(folder, 0o755);
  const program = `const { flushTree } = await import(${JSON.stringify(MODULE)}); flushTree(${JSON.stringify(folder)})`;
  // The superuser may write everything.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], user);
  rmSync(folder, { recursive: true, force: true });
  expect(String(stderr)).not.toContain("Error");
  expect(status).toBe(0);
});

test.skipIf(process.platform === "win32")(
  "a text of which the disk took only a part is not taken for the whole",
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "shop-flush-"));
    const file = path.join(folder, "secrets.json");
    writeFileSync(file, "before");
    const [to, half] = [file, `${file}.part`].map((name) => JSON.stringify(name));
    const program = `const { writeDurablySync } = await import(${JSON.stringify(MODULE)});
    process.on("SIGXFSZ", () => {});
    writeDurablySync(${to}, "x".repeat(10_000), ${half})`;
    // A file may have 1 or 2 KB: like a full disk, the system writes as much as fits and says how much that was.
    const node = [process.execPath, "--input-type=module", "-e", program];
    const { status, stderr } = spawnSync("sh", ["-c", 'ulimit -f 2; exec "$@"', "sh", ...node]);
    const [names, text] = [readdirSync(folder), readFileSync(file, "utf8")];
    rmSync(folder, { recursive: true, force: true });
    expect(String(stderr)).toContain("EFBIG");
    expect({ status, names, text }).toEqual({ status: 1, names: ["secrets.json"], text: "before" });
  },
);

describe("a power cut takes nothing that was acknowledged: bytes and names are flushed before", () => {
  let home = "";
  let recorded: ReturnType<typeof recordFlushes>;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), "shop-flush-"));
    recorded = recordFlushes(home);
  });
  afterEach(() => {
    recorded.stop();
    rmSync(home, { recursive: true, force: true });
  });
  const at = (...places: string[]) => path.join(home, ...places);

  const written = ["flush half", "rename half to picture", "flush ."];

  test("a file", async () => {
    await writeDurably(at("picture"), Buffer.from("cap"), at("half"));
    expect(recorded.acts.splice(0)).toEqual(written);
    writeDurablySync(at("picture"), "visor", at("half"));
    expect(recorded.acts).toEqual(written);
  });

  test("a new folder, with those above it", () => {
    makeFolderDurably(at("a", "b"));
    expect(recorded.acts).toEqual(["flush a", "flush ."]);
  });

  test("a backup", async () => {
    await writeArchive(at("shop.gz"), { now: new Date(0) }, (add) => add("a", 1, [Buffer.from("a")]));
    // The stream flushes the bytes (`flush: true`).
    expect(recorded.acts).toEqual(["rename shop.gz.part to shop.gz", "flush ."]);
  });

  test("a rename that skips the flush would be seen", () => {
    writeFileSync(at("a"), "");
    renameSync(at("a"), at("b"));
    expect(recorded.acts).toEqual(["rename a to b"]);
  });
});
