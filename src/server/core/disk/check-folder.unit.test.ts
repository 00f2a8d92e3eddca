import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OperatorError } from "../operator-error.ts";
import { checkFolder, explainFolder, findFullDisk } from "./check-folder.ts";

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a folder is made and written, and a file in its place is named", () => {
  const home = makeFolder();
  checkFolder(path.join(home, "a/new/one"));
  expect(findFullDisk(home)).toBeNull();
  const file = path.join(home, "file");
  writeFileSync(file, "");
  expect(() => checkFolder(file)).toThrow(
    new OperatorError(`${file} is a file, not a folder. Choose another folder (DATA_DIR).`),
  );
});

test.each([
  ["EROFS", /^The folder \/data can't be written: its file system is mounted read-only\. /],
  ["EACCES", /^The folder \/data can't be written by this user\. /],
  ["EPERM", /^The folder \/data can't be written by this user\. /],
  ["ENOTDIR", /^\/data is a file, not a folder\. /],
  ["ENOSPC", /^The disk of \/data is full\. Free up space, /],
  ["EDQUOT", /^The disk of \/data is full\. Free up space, /],
])("%s is reported in a sentence that says what to do", (code, sentence) => {
  const told = explainFolder("/data", Object.assign(new Error("x"), { code }));
  expect(told).toBeInstanceOf(OperatorError);
  expect((told as Error).message).toMatch(sentence);
});

test("any other failure stays as it is", () => {
  const error = Object.assign(new Error("x"), { code: "EIO" });
  expect(explainFolder("/data", error)).toBe(error);
});
