import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { supervise } from "./supervise.mjs";

const pace = { pauseMs: 10, pauseMsMax: 30, stableMs: 60_000, crashesMax: 4 };
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-supervise-"));
  writeFileSync(path.join(folder, "runs"), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

const runs = () => readFileSync(path.join(folder, "runs"), "utf8").length;

/**
 * A program that counts its runs, and does something else in each. `folders`: where each launch runs it; this folder
 * after that.
 */
function supervised(script: string, own: Partial<typeof pace> = {}, folders: string[] = []) {
  const said: string[] = [];
  let program: ChildProcess | null = null;
  let isAsked = false;
  const serving = Promise.withResolvers<void>();
  const launch = () => {
    const begin = `require("node:fs").appendFileSync("runs", "."); const run = require("node:fs").readFileSync("runs").length;`;
    program = spawn(process.execPath, ["-e", begin + script], {
      cwd: folders.shift() ?? folder,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    program.once("message", () => serving.resolve());
    return program;
  };
  const stop = () => {
    isAsked = true;
    program?.kill("SIGTERM");
  };
  const say = (line: string) => void said.push(line);
  const code = supervise({ launch, isAsked: () => isAsked, say, pace: { ...pace, ...own } });
  return { code, said, stop, serving: serving.promise };
}

test("a program that served and crashes is restarted, each time after a longer pause", async () => {
  const { code, said } = supervised('process.send("serving", () => process.exit(run < 3 ? 7 : 0))');
  expect(await code).toBe(0);
  expect(runs()).toBe(3);
  expect(said).toEqual([
    "The shop ended with code 7; starting it again in 0.01 s.",
    "The shop ended with code 7; starting it again in 0.02 s.",
  ]);
});

test("one that the system kills is restarted", async () => {
  const { code, said } = supervised(
    'process.send("serving", () => run < 2 ? process.kill(process.pid, "SIGKILL") : process.exit(0))',
  );
  expect(await code).toBe(0);
  expect(said).toEqual(["The shop ended by SIGKILL; starting it again in 0.01 s."]);
});

test("one that keeps crashing right away is given up with a message", async () => {
  const { code, said } = supervised('process.send("serving", () => process.exit(7))');
  expect(await code).toBe(7);
  expect(runs()).toBe(pace.crashesMax);
  expect(said.at(-1)).toMatch(
    /ended with code 7, 4 times in a row soon after its start, so it won't be restarted/,
  );
});

test("crashes with long runs in between are not a reason to give up", async () => {
  const { code } = supervised('process.send("serving", () => process.exit(run < 7 ? 7 : 0))', {
    stableMs: 0,
  });
  expect(await code).toBe(0);
  expect(runs()).toBe(7);
});

test("a failing start has said why, and is not repeated", async () => {
  const { code, said } = supervised("process.exit(1)");
  expect(await code).toBe(1);
  expect([runs(), said]).toEqual([1, []]);
});

test("starts that fail after it has served are retried indefinitely, and each is reported", async () => {
  const { code, said } = supervised(
    'if (run === 1 || run === 9) process.send("serving", () => process.exit(run === 1 ? 7 : 0)); else process.exit(1)',
  );
  expect(await code).toBe(0);
  expect(runs()).toBe(9);
  expect(said.at(-1)).toBe("The shop ended with code 1; starting it again in 0.03 s.");
});

// Spawning in a missing folder emits an error; in a file it throws, like a lack of processes or memory.
const unstartable = () => [path.join(folder, "missing"), path.join(folder, "runs")];

test("a program that can't be spawned after it has served is retried indefinitely", async () => {
  const script = 'process.send("serving", () => process.exit(run < 2 ? 7 : 0))';
  const { code, said } = supervised(script, {}, [folder, ...unstartable()]);
  expect(await code).toBe(0);
  expect(runs()).toBe(2);
  expect(said).toEqual([
    "The shop ended with code 7; starting it again in 0.01 s.",
    expect.stringMatching(
      /^The shop could not be started \(spawn .* ENOENT\); starting it again in 0.02 s.$/,
    ),
    expect.stringMatching(/^The shop could not be started \(spawn ENOTDIR\); starting it again in 0.03 s.$/),
  ]);
});

test("one that can't be spawned the first time is not retried", async () => {
  for (const place of unstartable()) {
    const { code, said } = supervised("process.exit(0)", {}, [place]);
    await expect(code).rejects.toThrow(/^spawn /);
    expect([runs(), said]).toEqual([0, []]);
  }
});

test("one that was asked to stop stays stopped, however it ends", async () => {
  const { code, said, stop, serving } = supervised('process.send("serving"); setInterval(() => {}, 1_000)');
  await serving;
  stop();
  expect(await code).toBe(0);
  expect([runs(), said]).toEqual([1, []]);
});
