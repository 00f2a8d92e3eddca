import { describe, expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";
import { RateLimiter } from "./rate-limit.ts";

describe("whose request it is", () => {
  test.each([
    ["a direct client", "203.0.113.7", undefined, false, "203.0.113.7"],
    ["a direct client that claims another address", "203.0.113.7", "198.51.100.1", true, "203.0.113.7"],
    ["behind the shop's own proxy", "127.0.0.1", "198.51.100.1", true, "198.51.100.1"],
    ["a forged list before the proxy's own entry", "::1", "10.0.0.1, 198.51.100.1", true, "198.51.100.1"],
    ["no proxy expected", "127.0.0.1", "198.51.100.1", false, "127.0.0.1"],
    ["IPv4 inside IPv6", "::ffff:203.0.113.7", undefined, false, "203.0.113.7"],
  ])("%s", (_what, peer, forwarded, isBehindProxy, expected) => {
    expect(clientAddress(peer, forwarded, isBehindProxy)).toBe(expected);
  });
});

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

  test("this machine itself is not limited", () => {
    const limiter = new RateLimiter(() => 0);
    expect(Array.from({ length: 9 }, () => limiter.secondsToWait(limit, "127.0.0.1"))).toEqual(
      Array(9).fill(0),
    );
  });
});
