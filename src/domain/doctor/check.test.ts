import { expect, test } from "vitest";
import { agoText, type Check, formatChecks, type Verdict, worstFirst } from "./check.ts";

const check = (verdict: Verdict, name: string): Check => ({ verdict, name, text: "", fix: null });

test("[KN-5] health shows problems first, and sums up in one sentence, where not being live yet is one thing", () => {
  const checks = [check("fine", "a"), check("waiting", "b"), check("broken", "c"), check("waiting", "d")];
  expect(worstFirst(checks).map(({ name }) => name)).toEqual(["c", "b", "d", "a"]);
  expect(formatChecks(checks)).toBe("1 problem, 2 things need your attention.");
  expect(formatChecks([check("fine", "a")])).toBe("Everything works.");
  const demo = ["Payments", "Email"].map((name) => ({ ...check("waiting", name), isDemo: true as const }));
  expect(formatChecks(demo)).toBe("1 thing needs your attention.");
});

test("[KN-5] a time ago is formatted in whole units", () => {
  const minute = 60_000;
  expect([0, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 72 * 60 * minute].map(agoText)).toEqual([
    "just now",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "47 hours ago",
    "3 days ago",
  ]);
});
