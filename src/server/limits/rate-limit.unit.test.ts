import { describe, expect, test } from "vitest";
import { RateLimiter } from "./rate-limit.ts";

describe("limits", () => {
  const limit = { name: "checkouts", requestsMax: 2, windowMs: 10_000 };

  test("a limited client hears how long to wait, and passes afterwards", () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const ask = (client: string) => limiter.secondsToWait(limit, client);
    expect([ask("203.0.113.7"), ask("203.0.113.7"), ask("203.0.113.7")]).toEqual([0, 0, 10]);
    expect(ask("203.0.113.8")).toBe(0);
    now = 10_000;
    expect(ask("203.0.113.7")).toBe(0);
  });

  test("clients whose IP is lost share one count instead of having none", () => {
    const limiter = new RateLimiter(() => 0);
    const ask = () => limiter.secondsToWait(limit, "");
    expect([ask(), ask(), ask()]).toEqual([0, 0, 10]);
  });

  test("this machine itself is not limited", () => {
    const limiter = new RateLimiter(() => 0);
    expect(Array.from({ length: 9 }, () => limiter.secondsToWait(limit, "127.0.0.1"))).toEqual(
      Array(9).fill(0),
    );
  });
});
