import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Shop } from "#server/core/shop.ts";
import { startWorker, type Task, type Worker } from "./worker.ts";

const PACE_MS = 60_000;
/** The shortest pause that a timer makes. */
const AT_ONCE_MS = 1;

let began: number[];
let logged: string[];
let worker: Worker;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  began = [];
  logged = [];
});
afterEach(async () => {
  await worker.stop();
  vi.useRealTimers();
});

/** A worker of one task; the times of its rounds are noted. */
function start(
  run: (signal: AbortSignal) => Promise<unknown>,
  change: Partial<Omit<Task, "run">> = {},
  hasTurn?: Parameters<typeof startWorker>[1],
) {
  const shop = { log: { error: (event: string) => logged.push(event) } } as unknown as Shop;
  const task: Task = {
    ...{ name: "mails", shared: "by_claims", everyMs: PACE_MS, ...change },
    run: (_shop, signal) => {
      began.push(Date.now());
      return run(signal);
    },
  };
  worker = startWorker(shop, hasTurn, [task]);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a task runs right away and then at its pace", async () => {
  start(async () => null);
  await pass(2 * PACE_MS);
  expect(began).toEqual([0, PACE_MS, 2 * PACE_MS]);
});

test("a task that may wait has its first round later", async () => {
  start(async () => null, { firstAfterMs: 5_000 });
  await pass(4_999);
  expect(began).toEqual([]);
  await pass(PACE_MS + 1);
  expect(began).toEqual([5_000, 5_000 + PACE_MS]);
});

test("a task may wish for its next round sooner, never for a later one", async () => {
  const wishes = [1_000, 10 * PACE_MS, null];
  start(async () => ({ nextInMs: wishes.shift() ?? null }));
  await pass(1_000 + 2 * PACE_MS);
  expect(began).toEqual([0, 1_000, 1_000 + PACE_MS, 1_000 + 2 * PACE_MS]);
});

test("a task that fails is reported and waits for its next run", async () => {
  start(() => Promise.reject(new Error("no")));
  await pass(PACE_MS);
  expect(began).toEqual([0, PACE_MS]);
  expect(logged).toEqual(["worker.task_failed", "worker.task_failed"]);
});

test("waking a task starts a run right away and restarts its interval", async () => {
  start(async () => null);
  await pass(20_000);
  worker.wake("mails");
  await pass(2 * PACE_MS);
  expect(began).toEqual([0, 20_000, 20_000 + PACE_MS, 20_000 + 2 * PACE_MS]);
});

test("waking one task leaves the others alone", async () => {
  start(async () => null, { name: "events" });
  await pass(20_000);
  worker.wake("mails");
  await pass(0);
  expect(began).toEqual([0]);
});

test("a task that is woken in the middle of a round runs again right after it, and then at its pace", async () => {
  start(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
  await pass(1_000);
  worker.wake("mails");
  worker.wake("mails");
  await pass(1_999);
  expect(began).toEqual([0]);
  await pass(10_000);
  const second = 3_000 + AT_ONCE_MS;
  expect(began).toEqual([0, second]);
  await pass(PACE_MS);
  expect(began).toEqual([0, second, second + 3_000 + PACE_MS]);
});

test("the turn that another copy has is asked for again within ten seconds, or at the task's pace", async () => {
  const asked: number[] = [];
  const hasTurn = async () => {
    asked.push(Date.now());
    return asked.length > 2;
  };
  start(async () => null, { shared: "by_turn", everyMs: 3_600_000 }, hasTurn);
  await pass(20_000);
  expect(asked).toEqual([0, 10_000, 20_000]);
  expect(began).toEqual([20_000]);
  await worker.stop();

  asked.length = 0;
  start(async () => null, { shared: "by_turn", everyMs: 2_000 }, hasTurn);
  await pass(2_000);
  expect(asked).toEqual([20_000, 22_000]);
});

test("a task that every copy runs needs no lock", async () => {
  start(
    async () => null,
    {},
    () => Promise.reject(new Error("asked")),
  );
  await pass(0);
  expect(began).toEqual([0]);
  expect(logged).toEqual([]);
});

test("a stop signals the current run, waits for it, and starts no other", async () => {
  let isOver = false;
  const signals: AbortSignal[] = [];
  start(async (signal) => {
    signals.push(signal);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    isOver = true;
  });
  await pass(1_000);
  worker.wake("mails");
  const stopped = worker.stop().then(() => isOver);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await pass(2_000);
  expect(await stopped).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  worker.wake("mails");
  await pass(2 * PACE_MS);
  expect(began).toEqual([0]);
});

test("a stop between two rounds leaves nothing that waits", async () => {
  start(async () => null);
  await pass(1_000);
  await worker.stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(began).toEqual([0]);
});
