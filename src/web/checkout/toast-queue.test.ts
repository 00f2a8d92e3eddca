import { expect, test } from "vitest";
import { createToastQueue, READING_MS } from "./toast-queue.ts";

test("messages that come at once are shown one after the other", () => {
  const shown: string[] = [];
  const waits: number[] = [];
  let now = 1_000;
  const tell = createToastQueue({
    now: () => now,
    later: (run, ms) => {
      waits.push(ms);
      run();
    },
  });
  tell(() => shown.push("paid"));
  tell(() => shown.push("created"));
  now += 500;
  tell(() => shown.push("found"));
  expect(shown).toEqual(["paid", "created", "found"]);
  expect(waits).toEqual([READING_MS, 2 * READING_MS - 500]);
});

test("a message after a pause is shown at once", () => {
  const waits: number[] = [];
  let now = 1_000;
  const tell = createToastQueue({ now: () => now, later: (_run, ms) => void waits.push(ms) });
  tell(() => {});
  now += READING_MS;
  tell(() => {});
  expect(waits).toEqual([]);
});
