import { describe, expect, test } from "vitest";
import { ATTEMPTS_MAX } from "#server/db/transaction.ts";
import type { Ended } from "../turns/conductor.ts";
import type { Task } from "../turns/task.ts";
import { Repeats } from "./repeats.ts";

const task: Task = { name: "worker 1: holds", waits: 0, isOver: false, isDead: false };
const SETTLE = "select settle_payment()";
const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
const givenUp = { ok: false, error: deadlock } as const;
const done = { ok: true, result: { rows: [] } } as const;

function repeatsOf(answers: (typeof givenUp | typeof done)[]): Repeats {
  const repeats = new Repeats();
  for (const answer of answers) repeats.ended({ task, text: SETTLE, lent: null, answer } as unknown as Ended);
  return repeats;
}

describe("[FN-1] what the database gives up", () => {
  test("is repeated until it goes through", () => {
    const repeats = repeatsOf([givenUp, givenUp, done]);
    expect(() => repeats.over(task)).not.toThrow();
    expect(repeats.isTiredOf(task)).toBe(false);
    expect(() => repeatsOf([givenUp]).over(task)).toThrow("1 times, which was given up, and not again");
  });

  test("may fail after every try, also when the task goes on with what comes next", () => {
    const tired = Array.from({ length: ATTEMPTS_MAX }, () => givenUp);
    expect(repeatsOf(tired).isTiredOf(task)).toBe(true);
    expect(repeatsOf([...tired, givenUp, done]).isTiredOf(task)).toBe(true);
    expect(() => repeatsOf([...tired, givenUp, done]).over(task)).not.toThrow();
    expect(() => repeatsOf([...tired, givenUp]).over(task)).toThrow("not again");
  });
});
