import { expect, test } from "vitest";
import { moved } from "./moved.ts";

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [0, -1, "abc"],
  [2, 3, "abc"],
  [-1, 0, "abc"],
])("the item at %i moves to %i: %s", (from, to, now) => {
  expect(moved(["a", "b", "c"], from, to).join("")).toBe(now);
});
