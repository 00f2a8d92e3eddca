import { expect, test } from "vitest";
import { RestartPauses } from "./restart-pauses.ts";

test("processes that die young are started ever more slowly, and at once again after one that lived", () => {
  const pauses = new RestartPauses();
  expect([10, 10, 10, 10, 10, 10, 10].map((livedMs) => pauses.next(livedMs))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(pauses.next(60_000)).toBe(1_000);
  expect(pauses.next(59_999)).toBe(2_000);
});
