import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { unpackImage } from "#test/database/unpack-image.ts";
import { closeFolder } from "./private-folder.ts";

const origin = inject("testDatabase");
let home = "";
let dataDir = "";

/** A shop from an earlier version: its folder and the embedded engine's files are open to everyone. */
beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), "shop-private-"));
  chmodSync(home, 0o755);
  dataDir = path.join(home, "data");
  mkdirSync(dataDir);
  if (origin.kind === "embedded") await unpackImage(origin.image, path.join(dataDir, "database"));
  chmodSync(dataDir, 0o755);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;
const logFile = () => {
  const folder = path.join(dataDir, "database/pg_wal");
  return path.join(folder, readdirSync(folder).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? "");
};

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
    const log = logFile();
    chmodSync(path.join(dataDir, "database"), 0o755);
    chmodSync(path.dirname(log), 0o755);
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
