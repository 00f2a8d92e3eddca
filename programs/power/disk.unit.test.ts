import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeArchive } from "#server/db/backup/archive/archive.ts";
import { finishRestores, listWaiting, moveIn, UNFINISHED, waitIn } from "#server/db/backup/move-in.ts";
import {
  makeFolderDurably,
  renameDurably,
  writeDurably,
  writeDurablySync,
} from "#server/disk/durable-files.ts";
import { seededRandom } from "../simulation/random.ts";
import { Disk, writeFolder } from "./disk.ts";
import { type Recorder, recordFolder } from "./recorder.ts";

let home: string;
let recorder: Recorder;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "shop-disk-"));
  recorder = recordFolder(home);
});
afterEach(() => {
  recorder.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Every way in which 300 cuts after the last step leave the place: its text, or undefined when there is nothing. */
function outcomes(place: string): Set<string | undefined> {
  const disk = new Disk();
  for (const step of recorder.steps) disk.apply(step);
  return new Set(
    Array.from({ length: 300 }, (_, seed) =>
      disk.afterCut(seededRandom(seed)).contents.get(place)?.toString(),
    ),
  );
}

describe("the simulated disk", () => {
  test("a file that was only written may be there, empty, half, or gone", () => {
    writeFileSync(path.join(home, "note"), "x".repeat(1_024));
    const found = outcomes("note");
    expect([...found].map((text) => text?.replaceAll("\u0000", "").length ?? null).sort()).toEqual(
      expect.arrayContaining([0, 1_024, 512, null]),
    );
  });

  test("what was written durably is there after every cut", async () => {
    makeFolderDurably(path.join(home, "a/b"));
    await writeDurably(path.join(home, "a/b/picture"), Buffer.from("kept"), path.join(home, "a/b/.half"));
    // At once: a later flush would bring the earlier names along.
    expect(outcomes("a/b/picture")).toEqual(new Set(["kept"]));
    writeDurablySync(path.join(home, "keys"), "also kept", path.join(home, "keys.half"));
    expect(outcomes("keys")).toEqual(new Set(["also kept"]));
    expect(outcomes("a/b/.half")).toEqual(new Set([undefined]));
  });

  test("a rename without a flush of its folder may be undone, and with one it is not", async () => {
    const { renameSync } = await import("node:fs");
    const places = ["old", "new"].map((name) => path.join(home, name)) as [string, string];
    writeDurablySync(places[0], "text", `${places[0]}.half`);
    renameSync(...places);
    expect(outcomes("new")).toEqual(new Set(["text", undefined]));
    renameDurably(places[1], places[0]);
    expect(outcomes("old")).toEqual(new Set(["text"]));
  });

  test("the recorder refuses what it can't record", async () => {
    const { symlinkSync } = await import("node:fs");
    expect(() => symlinkSync("somewhere", path.join(home, "link"))).toThrow("does not know symlinkSync");
    expect(() => recordFolder(import.meta.dirname)).toThrow("not empty");
  });
});

describe("after every cut", () => {
  const SECRETS = "secrets.json";
  const TABLE = path.join("database", "table");

  /** Parts of a shop, written as other programs write them: nothing is flushed. */
  function writeShop(folder: string, text: string): string {
    mkdirSync(path.join(home, folder, "database"), { recursive: true });
    for (const file of [SECRETS, TABLE]) writeFileSync(path.join(home, folder, file), text.repeat(1_024));
    return path.join(home, folder);
  }

  /** A shop that is on the disk, and beside it one that was restored and is not. */
  function writeBoth(): string {
    writeShop(`${UNFINISHED}0`, "old");
    moveIn(home, path.join(home, `${UNFINISHED}0`), "0");
    return writeShop(`${UNFINISHED}1`, "new");
  }

  const whole = (text: string) => new Set([text.repeat(1_024)]);

  test("a restore that was told of is there, and so is what it has put aside", () => {
    moveIn(home, writeBoth(), "1");
    for (const file of [SECRETS, TABLE]) {
      expect(outcomes(file)).toEqual(whole("new"));
      expect(outcomes(path.join("replaced-1", file))).toEqual(whole("old"));
    }
  });

  test("one that was under way is of the old shop or of the new one, whole, once it is finished", () => {
    const scratch = writeBoth();
    const from = recorder.steps.length;
    moveIn(home, scratch, "1");
    recorder.stop();
    const disk = new Disk();
    const found = new Set<string>();
    const folder = path.join(home, "after");
    for (const [at, step] of recorder.steps.entries()) {
      disk.apply(step);
      for (let seed = 0; at >= from - 1 && seed < 8; seed += 1) {
        writeFolder(folder, disk.afterCut(seededRandom(seed * 1_000 + at)).contents);
        finishRestores(folder);
        found.add([SECRETS, TABLE].map((file) => readFileSync(path.join(folder, file), "utf8")).join());
      }
    }
    expect(found).toEqual(
      new Set(["old", "new"].map((text) => [text, text].map((one) => one.repeat(1_024)).join())),
    );
  });

  test("a folder that waits for its database is whole before that is told to commit", () => {
    waitIn(home, writeShop(`${UNFINISHED}1`, "new"), "1");
    expect(listWaiting(home)).toEqual(["1"]);
    for (const file of [SECRETS, TABLE])
      expect(outcomes(path.join("restore.waits-1", file))).toEqual(whole("new"));
  });

  test("a backup that was told of is there, and nothing of one that is half written", async () => {
    const target = path.join(home, "shop.tar.gz");
    const bytes = Buffer.from("all that was sold".repeat(1_000));
    await writeArchive(target, [{ name: "manifest.json", bytes }], new Date(0));
    expect(outcomes("shop.tar.gz")).toEqual(new Set([readFileSync(target).toString()]));
    expect(outcomes("shop.tar.gz.part")).toEqual(new Set([undefined]));
    expect(existsSync(`${target}.part`)).toBe(false);
  });
});
