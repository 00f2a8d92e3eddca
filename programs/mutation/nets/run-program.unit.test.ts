import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runProgram } from "./run-program.ts";

const folder = mkdtempSync(path.join(tmpdir(), "shop-run-program-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LIMIT_MS = 6_000;
const PROGRAM = "starts-others.mjs";

/** Starts one process in its own group that has lost the mark, and one with the mark that has left the group. */
const STARTS_OTHERS = `
import { spawn } from "node:child_process";
const idle = ["-e", "setTimeout(() => {}, 60000)"];
const inGroup = spawn(process.execPath, idle, { stdio: "ignore", env: {} });
const daemon = spawn(process.execPath, idle, { stdio: "ignore", detached: true });
for (const { pid } of [process, inGroup, daemon]) process.stdout.write(pid + "\\n");
`;

/** Runs it with this end, and answers how it ended and the processes that it has told of. */
async function run(end: string) {
  writeFileSync(path.join(folder, PROGRAM), STARTS_OTHERS + end);
  const ended = await runProgram({ folder, temporary: folder }, [PROGRAM], LIMIT_MS);
  return { ended, pids: ended.output.trim().split("\n").map(Number) };
}

/** What has ended and was not asked for its code yet still has a number. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

// Elsewhere nobody can be found by a mark.
const onLinux = test.skipIf(!existsSync("/proc/self/environ"));

onLinux(
  "a program that never ends is ended when its time is over, with all that it has started",
  async () => {
    const { ended, pids } = await run("while (true);");
    expect(ended).toMatchObject({ isOverTime: true, code: null });
    expect(pids).toHaveLength(3);
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  },
);

onLinux("one that ends by itself leaves nothing running either", async () => {
  const { ended, pids } = await run("process.exit(3);");
  expect(ended).toMatchObject({ isOverTime: false, code: 3 });
  expect(pids).toHaveLength(3);
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});
