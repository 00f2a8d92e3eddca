import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-toolchain-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("an installation never empties a folder that node_modules only links to", () => {
  const [project, elsewhere] = [path.join(folder, "project"), path.join(folder, "elsewhere")];
  mkdirSync(project);
  mkdirSync(elsewhere);
  writeFileSync(path.join(elsewhere, "somebody-elses.txt"), "kept");
  writeFileSync(path.join(project, "package.json"), "{}");
  writeFileSync(path.join(project, "package-lock.json"), '{ "lockfileVersion": 3, "packages": {} }');
  cpSync(import.meta.dirname, path.join(project, "scripts"), { recursive: true });
  symlinkSync(elsewhere, path.join(project, "node_modules"));

  const answer = spawnSync(process.execPath, ["scripts/admin.mjs"], { cwd: project, encoding: "utf8" });

  expect(answer.status).toBe(1);
  expect(answer.stderr).toContain("is a link");
  expect(readdirSync(elsewhere)).toEqual(["somebody-elses.txt"]);
});
