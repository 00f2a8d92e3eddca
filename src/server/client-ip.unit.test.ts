import { describe, expect, test } from "vitest";
import { findClientIp } from "./client-ip.ts";

describe("whose request it is", () => {
  test.each([
    ["a direct client", "203.0.113.7", undefined, false, "203.0.113.7"],
    ["a direct client that claims another IP", "203.0.113.7", "198.51.100.1", true, "203.0.113.7"],
    ["behind the shop's own proxy", "127.0.0.1", "198.51.100.1", true, "198.51.100.1"],
    ["a forged list before the proxy's own entry", "::1", "10.0.0.1, 198.51.100.1", true, "198.51.100.1"],
    ["no proxy expected", "127.0.0.1", "198.51.100.1", false, "127.0.0.1"],
    ["IPv4 inside IPv6", "::ffff:203.0.113.7", undefined, false, "203.0.113.7"],
  ])("%s", (_what, peer, forwarded, isBehindProxy, expected) => {
    expect(findClientIp(peer, forwarded, isBehindProxy)).toBe(expected);
  });
});
