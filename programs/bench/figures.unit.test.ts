import { expect, test } from "vitest";
import { atLeast, atMost, compare, missingFrom, noted } from "./figures.ts";

const names = (changes: ReturnType<typeof compare>) =>
  changes.filter(({ isWorse }) => isWorse).map(({ figure }) => figure.name);

test("a figure is worse when it went the wrong way by more than noise, and never without a budget", () => {
  const before = [
    atMost("memory", 100, 200, "MB"),
    atLeast("hits", 1, 0.9),
    atMost("time", 10, 50, "ms"),
    noted("rate", 100, ""),
  ];
  const within = [
    atMost("memory", 114, 200, "MB"),
    atLeast("hits", 0.86, 0.9),
    atMost("time", 1, 50, "ms"),
    noted("rate", 1, ""),
  ];
  const worse = [
    atMost("memory", 116, 200, "MB"),
    atLeast("hits", 0.84, 0.9),
    atMost("time", 12, 50, "ms"),
    noted("rate", 1, ""),
  ];
  expect(names(compare(before, within))).toEqual([]);
  expect(names(compare(before, worse))).toEqual(["memory", "hits", "time"]);
});

test("what was measured before and is not any more is named, and what is new is not", () => {
  const before = [noted("layout shift", 0, ""), noted("start", 1, "s")];
  expect(missingFrom(before, [noted("start", 2, "s"), noted("install", 150, "MB")])).toEqual([
    "layout shift",
  ]);
});
