import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeFolder } from "./private-folder.ts";

let home = "";
let dataDir = "";
let log = "";

/** A shop from an earlier version: its folder and the embedded engine's files are open to everyone. */
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "shop-private-"));
  chmodSync(home, 0o755);
  dataDir = path.join(home, "data");
  log = path.join(dataDir, "database/pg_wal/000000010000000000000001");
  mkdirSync(path.dirname(log), { recursive: true });
  writeFileSync(log, "Pat Sample");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;

/** Whether another user of the machine can read the file. */
function strangerReads(file: string): boolean {
  try {
    execFileSync("setpriv", ["--reuid=nobody", "--clear-groups", "head", "-c1", file], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

test.runIf(process.platform === "linux")(
  "[TR-8] another user of the machine reads the write-ahead log until the shop closes its folder",
  () => {
    const isRoot = process.getuid?.() === 0 && existsSync("/usr/bin/setpriv");
    for (const folder of [dataDir, path.dirname(path.dirname(log)), path.dirname(log)])
      chmodSync(folder, 0o755);
    chmodSync(log, 0o666);
    if (isRoot) expect(strangerReads(log)).toBe(true);
    const said: string[] = [];
    closeFolder(dataDir, (line) => said.push(line));
    expect(modeOf(dataDir)).toBe(0o700);
    if (isRoot) expect(strangerReads(log)).toBe(false);
    expect(said).toEqual([expect.stringContaining("was open to other users of this machine (mode 755)")]);
    closeFolder(dataDir, (line) => said.push(line));
    expect(said).toHaveLength(1);
  },
);

test.runIf(process.platform === "linux")(
  "[TR-8] a folder that others work in, too, is left as it is, with a warning",
  () => {
    const shared = path.join(home, "tmp");
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const said: string[] = [];
    closeFolder(shared, (line) => said.push(line));
    expect(modeOf(shared)).toBe(0o777);
    expect(said.join()).toMatch(/may read the shop's data.*mode 700/);
  },
);

test.runIf(process.platform === "linux")(
  "[TR-8] every file that a process of the shop writes is private to its user",
  () => {
    const file = path.join(home, "made");
    const command = `import("#process/private-folder.ts").then(({ makeFilesPrivate, closeFolder }) => {
    makeFilesPrivate();
    closeFolder(${JSON.stringify(file)}, console.log);
    require("fs").writeFileSync(${JSON.stringify(`${file}/written`)}, "x");
  })`;
    execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "-e", command]);
    expect([modeOf(file), modeOf(`${file}/written`)]).toEqual([0o700, 0o600]);
  },
);
