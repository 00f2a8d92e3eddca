import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const lock = path.join(import.meta.dirname, "machine-lock.mjs");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that works under the lock: records its begin and end in a file, or dies in the middle. */
function worker(name: string, dies: boolean): Promise<void> {
  const program = `
    import { appendFileSync } from "node:fs";
    import { whileLocked } from ${JSON.stringify(lock)};
    const note = (word) => appendFileSync("notes", word + "\\n");
    await whileLocked(${JSON.stringify(name)}, () => {}, async () => {
      note("begin");
      await new Promise((resolve) => setTimeout(resolve, 150));
      if (${dies}) process.kill(process.pid, "SIGKILL");
      note("end");
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
    stdio: "ignore",
  });
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

test("work under the lock never overlaps, and a killed holder leaves no lock behind", async () => {
  writeFileSync(path.join(folder, "notes"), "");
  const name = `test ${randomUUID()}`;
  await Promise.all([worker(name, true), worker(name, false), worker(name, false)]);
  const notes = readFileSync(path.join(folder, "notes"), "utf8").trim().split("\n");
  // The killed one begins and never ends; its position in the line depends on the machine.
  const whole = notes
    .join(" ")
    .replace(/begin end/g, "whole")
    .split(" ");
  expect(whole.toSorted()).toEqual(["begin", "whole", "whole"]);
});
