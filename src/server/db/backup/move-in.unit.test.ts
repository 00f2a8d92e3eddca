import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { moveIn } from "./move-in.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "shop-move-in-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(folder: string, parts: Record<string, string>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(parts)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const contents = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(path.join(folder, name), "utf8")]),
  );

test("what was put aside with the logs of the sandbox's books goes back with them", () => {
  const old = { "sandbox.sqlite": "old", "sandbox.sqlite-wal": "old", "sandbox.sqlite-shm": "old" };
  const restored = { "sandbox.sqlite": "new", "sandbox.sqlite-wal": "new" };
  write(home, old);
  const aside = moveIn(home, write(path.join(home, "scratch"), restored), "1");
  expect([contents(home), contents(aside ?? "")]).toEqual([restored, old]);
  const again = moveIn(home, aside ?? "", "2");
  expect([contents(home), contents(again ?? "")]).toEqual([old, restored]);
});
