import { expect, test } from "vitest";
import { Scheduler } from "./scheduler.ts";

function bench() {
  const failures: string[] = [];
  const done: string[] = [];
  const scheduler = new Scheduler(
    (error, { label }) => failures.push(`${label}: ${error instanceof Error ? error.message : error}`),
    () => {},
  );
  /** Takes a few turns of the loop, as a statement does, and then reaches a gap. */
  const act = async (name: string) => {
    const end = scheduler.begins();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((go) => setImmediate(go));
    end();
    done.push(name);
    await scheduler.wait(name);
  };
  const points = () => scheduler.waiting.map(({ point }) => point);
  const release = (point: string) => {
    const waiting = scheduler.waiting.find((each) => each.point === point);
    if (!waiting) throw new Error(`nothing waits at ${point}`);
    return scheduler.release(waiting);
  };
  return { scheduler, act, points, release, failures, done };
}

test("a task that does several things at once waits in several gaps, and each is released separately", async () => {
  const { scheduler, act, points, release, failures, done } = bench();
  await scheduler.start("both", async () => {
    await Promise.all([act("one"), act("two").then(() => act("two again"))]);
    await act("after");
  });
  expect(points()).toEqual(["one", "two"]);
  await release("two");
  expect(points()).toEqual(["one", "two again"]);
  await scheduler.start("another", () => act("alone"));
  expect(points()).toEqual(["one", "two again", "alone"]);
  await release("two again");
  expect(points()).toEqual(["one", "alone"]);
  await release("one");
  expect(points()).toEqual(["alone", "after"]);
  await release("after");
  await release("alone");
  expect({ points: points(), failures }).toEqual({ points: [], failures: [] });
  expect(done).toEqual(["one", "two", "two again", "alone", "after"]);
});

test("a task that waits for another one blocks no one and continues with it", async () => {
  const { scheduler, act, points, release, failures } = bench();
  let shared: Promise<void> | null = null;
  const asks = async () => {
    shared ??= act("asked");
    await shared;
    await act("told");
  };
  await scheduler.start("first", asks);
  await scheduler.start("second", asks);
  expect(points()).toEqual(["asked"]);
  expect([...scheduler.stuck].map(({ label }) => label)).toEqual(["second"]);
  await release("asked");
  expect(points()).toEqual(["told", "told"]);
  await release("told");
  await release("told");
  expect({ points: points(), stuck: scheduler.stuck.size, failures }).toEqual({
    ...{ points: [], stuck: 0 },
    failures: [],
  });
});

test("a dying process takes along tasks in it that wait for others", async () => {
  const { scheduler, act, points } = bench();
  const callee = {};
  const aborted: string[] = [];
  const never = new Promise<void>(() => {});
  const calls = (label: string, work: () => Promise<void>) =>
    scheduler.start(label, () => {
      const task = scheduler.current;
      task.callee = callee;
      return new Promise<void>((_, reject) => {
        task.abort = () => reject(new Error("gone"));
        work().catch(reject);
      }).catch(() => void aborted.push(label));
    });
  await calls("in a gap", () => act("gap"));
  await calls("waits", () => never);
  expect(await scheduler.kill(callee)).toEqual(["in a gap at gap", "waits, which waited for another"]);
  expect({ aborted, points: points(), stuck: scheduler.stuck.size }).toEqual({
    aborted: ["in a gap", "waits"],
    ...{ points: [], stuck: 0 },
  });
});

test("a task that continues while everything stands still is reported", async () => {
  const { scheduler, failures } = bench();
  const { promise: alarm, resolve: ring } = Promise.withResolvers<void>();
  await scheduler.start("sleeper", async () => {
    await alarm;
    await scheduler.wait("awake");
  });
  ring();
  await expect
    .poll(() => failures)
    .toEqual(["sleeper: continued unasked to awake while everything stood still"]);
});
