import cluster, { type Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepWebProcesses } from "./web-processes.ts";

const said: string[] = [];
const say = (line: string) => void said.push(line);
beforeEach(() => {
  said.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => vi.useRealTimers());

/** A process that this test ends. */
function standIn() {
  const program = Object.assign(new EventEmitter(), {
    pid: 1,
    kill: (signal: string) => program.emit("exit", null, signal),
  });
  return Object.assign(new EventEmitter(), { process: program }) as unknown as Worker;
}

test("processes that die young are started ever more slowly, and at once again after one that lived", () => {
  const forks: Worker[] = [];
  const fork = () => {
    const worker = standIn();
    forks.push(worker);
    return worker;
  };
  keepWebProcesses({ count: 1, fork, say });
  const die = (livedMs: number) => {
    vi.advanceTimersByTime(livedMs);
    forks.at(-1)?.process.emit("exit", 1, null);
    const before = forks.length;
    let pauseMs = 0;
    for (; forks.length === before; pauseMs += 500) vi.advanceTimersByTime(500);
    return pauseMs;
  };
  expect([10, 10, 10, 10, 10, 10, 10].map(die)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(die(60_000)).toBe(1_000);
  expect(die(59_999)).toBe(2_000);
  expect(said.at(-1)).toBe("A web process ended with code 1; starting another one in 2 s.");
});

test("each that dies is replaced, and none once they are to stop", async () => {
  const fork = vi.fn(standIn);
  const web = keepWebProcesses({ count: 2, fork, say });
  fork.mock.results[0]?.value.process.emit("exit", null, "SIGKILL");
  expect(said).toEqual(["A web process ended by SIGKILL; starting another one in 1 s."]);
  vi.advanceTimersByTime(1_000);
  expect(fork).toHaveBeenCalledTimes(3);
  fork.mock.results[1]?.value.process.emit("exit", null, "SIGKILL");
  await web.stop("SIGTERM");
  vi.advanceTimersByTime(60_000);
  expect(fork).toHaveBeenCalledTimes(3);
  expect(said).toHaveLength(2);
});

test("a process that the system can't start takes nobody with it, and is tried again", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-web-processes-"));
  const exec = path.join(folder, "lives.mjs");
  writeFileSync(exec, "process.send('lives');");
  // Starting in a folder that does not exist emits an error, in a file it throws, as for a lack of processes and of memory.
  const folders = [path.join(folder, "missing"), exec];
  const lives = Promise.withResolvers<void>();
  const fork = () => {
    cluster.setupPrimary({ exec, args: [], execArgv: [], cwd: folders.shift() ?? folder });
    return cluster.fork().once("message", () => lives.resolve());
  };
  const web = keepWebProcesses({ count: 1, fork, say });
  await expect.poll(() => said).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => said).toHaveLength(2);
  expect(said).toEqual([
    expect.stringMatching(
      /^A web process could not be started \(Error: spawn .* ENOENT\); starting another one in 1 s\.$/,
    ),
    expect.stringMatching(
      /^A web process could not be started \(Error: spawn ENOTDIR\); starting another one in 2 s\.$/,
    ),
  ]);
  vi.advanceTimersByTime(2_000);
  await lives.promise;
  await web.stop("SIGTERM");
  expect(said).toHaveLength(2);
  rmSync(folder, { recursive: true });
});
