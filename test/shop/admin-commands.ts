// The admin command line in a separate folder, for the tests of its verbs on either engine.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect } from "vitest";
import { runAdminCommand } from "#process/cli/commands.ts";
import { loadSecrets } from "#server/core/secrets.ts";
import { OWNER } from "#test/sales/people.ts";
import { TEST_TIME } from "./shop.ts";

/** What a command prints of an error of the system or the database that it does not put into words. */
export const STACK = /^\s+at /m;

/** The settings of a shop. */
export type Place = { DATA_DIR: string; ADMIN_EMAIL: string; DATABASE_URL?: string };

export async function runAdmin(command: string[], variables: Record<string, string>, typed = "") {
  const output: string[] = [];
  const notes: string[] = [];
  const code = await runAdminCommand(command, variables, {
    say: (text) => output.push(text),
    note: (text) => notes.push(text),
    clock: () => TEST_TIME,
    input: Readable.from([typed]),
  });
  return { code, output: output.join("\n"), notes: notes.join("\n") };
}

/** A folder per test file; `place` is a shop in it that does not exist yet. */
export function adminFolder() {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "shop-admin-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const inFolder = (name: string) => path.join(folder, name);
  return { inFolder, place: (name: string): Place => ({ DATA_DIR: inFolder(name), ADMIN_EMAIL: OWNER }) };
}

/** A backup of `origin` restored at `other` makes the same shop, with its secrets and pictures. */
export async function expectRestored({
  origin,
  other,
  file,
}: {
  origin: Place;
  other: Place;
  file: string;
}): Promise<void> {
  loadSecrets({ dataDir: origin.DATA_DIR, shopSecret: null, shopSecretOld: null });
  const picture = "files/product-images/cap-1024.webp";
  mkdirSync(path.dirname(path.join(origin.DATA_DIR, picture)), { recursive: true });
  writeFileSync(path.join(origin.DATA_DIR, picture), "picture");
  const saved = await runAdmin(["backup", file], origin);
  expect(saved, saved.notes).toMatchObject({ code: 0 });
  expect(await runAdmin(["backup", file], origin)).toMatchObject({ code: 1 });

  const restored = await runAdmin(["restore", file], other);
  expect(restored, restored.notes).toMatchObject({ code: 0 });
  const read = (place: Place, part: string) => readFileSync(path.join(place.DATA_DIR, part), "utf8");
  expect(read(other, picture)).toBe("picture");
  expect(read(other, "secrets.json")).toBe(read(origin, "secrets.json"));
  expect(await runAdmin(["doctor"], other)).toMatchObject({ code: 0 });

  const again = await runAdmin(["restore", file], other);
  expect(again).toMatchObject({ code: 1, notes: expect.stringContaining("--replace") });
}
