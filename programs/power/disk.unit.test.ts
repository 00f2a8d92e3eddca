import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  makeFolderDurably,
  renameDurably,
  writeDurably,
  writeDurablySync,
} from "#server/disk/durable-files.ts";
import { seededRandom } from "../simulation/random.ts";
import { Disk } from "./disk.ts";
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
  test("a file that was only written may be there, empty, half, or gone", async () => {
    const { writeFileSync } = await import("node:fs");
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
