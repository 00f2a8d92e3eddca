import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FolderInUse, lockFolder } from "./folder-lock.ts";

const NOBODY = 65_534;

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a folder is locked once, until it is unlocked", () => {
  const folder = makeFolder();
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  unlock();
  lockFolder(folder)();
});

test.skipIf(process.getuid?.() !== 0).each([0o444, 0o400])(
  "a lock of another user, mode %o, locks nothing and says so",
  (mode) => {
    const folder = makeFolder();
    lockFolder(folder)();
    chmodSync(folder, 0o777);
    chmodSync(path.join(folder, ".lock"), mode);
    // As another user it could not read the sources: it changes to one once they are loaded.
    const script = `import { lockFolder } from ${JSON.stringify(new URL("folder-lock.ts", import.meta.url).href)};
      process.setuid(${NOBODY});
      try { lockFolder(${JSON.stringify(folder)}); console.log("locked"); } catch (error) { console.log(error.message); }`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      encoding: "utf8",
    });
    expect(stdout).toMatch(/\.lock can't be opened by this user\. Give the folder to the user/);
  },
);
