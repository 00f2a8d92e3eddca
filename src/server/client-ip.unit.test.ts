import { describe, expect, test } from "vitest";
import { findClientIp, networkOf } from "./client-ip.ts";

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

describe("[TR-5] what limits count as one client", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
    ["2001:db8:0:7:aaaa:bbbb:cccc:dddd", "2001:db8:0:7::/64"],
    ["2001:0DB8:0000:0007::", "2001:db8:0:7::/64"],
    ["2001:db8::7:0:0:0:1", "2001:db8:0:7::/64"],
    ["::1:2:3", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("%s counts as %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
