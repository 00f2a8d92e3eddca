import { expect, test } from "vitest";
import { DRAWING_MS_MAX } from "../files/pictures/apart/draw-avif.ts";
import { retryAt, workQueues } from "./work-queues.ts";

const now = new Date("2026-01-01T00:00:00Z");

function pausesOf(name: keyof typeof workQueues, count: number): (number | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const next = retryAt(workQueues[name], index + 1, now);
    return next && (next.getTime() - now.getTime()) / 1_000;
  });
}

test("the pauses of each queue grow to its longest, and its last try is the last", () => {
  expect(pausesOf("mails", 13)).toEqual([
    ...[1, 3, 9, 27, 81, 243, 729, 2_187, 6_561, 19_683, 32_400, 32_400],
    null,
  ]);
  expect(pausesOf("syncs", 5)).toEqual([2, 6, 18, 54, null]);
  expect(pausesOf("operations", 12)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
  expect(retryAt(workQueues.operations, 44, now)).not.toBeNull();
  expect(retryAt(workQueues.operations, 45, now)).toBeNull();
  expect(pausesOf("events", 9)).toEqual([2, 6, 18, 54, 162, 486, 1_458, 3_600, 3_600]);
  expect(retryAt(workQueues.events, 1_000_000, now)).not.toBeNull();
  expect(pausesOf("pictures", 5)).toEqual([60, 600, 3_600, 21_600, null]);
});

test("the calls to the provider go on for longer than the provider remembers a key, which is a day", () => {
  const pauses = pausesOf("operations", workQueues.operations.attemptsMax - 1);
  expect(pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0)).toBeGreaterThan(30 * 3_600);
});

test("no other worker takes a picture while it is encoded", () => {
  expect(workQueues.pictures.leaseSeconds * 1_000).toBeGreaterThan(DRAWING_MS_MAX);
});
