import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClientFinder, isPublicShop, networkOf } from "./client-ip.ts";
import type { TrustProxy } from "./env.ts";

const shop = { publicUrl: "https://shop.example" };
const find = (trustProxy: TrustProxy | null, peer: string, forwarded?: string) =>
  createClientFinder({ ...shop, trustProxy })(
    peer,
    forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  );
const hops = (count: number): TrustProxy => ({ kind: "hops", hops: count });
const cidrs = (...list: string[]): TrustProxy => ({ kind: "cidrs", cidrs: list });

describe("[TR-5] whose request it is, without TRUST_PROXY", () => {
  test.each([
    ["a direct client", "203.0.113.7", undefined, "203.0.113.7", null],
    [
      "a direct client that claims another IP",
      "203.0.113.7",
      "198.51.100.1",
      "203.0.113.7",
      "peer_untrusted",
    ],
    ["behind a proxy on this machine", "127.0.0.1", "198.51.100.1", "198.51.100.1", null],
    ["a forged list before the proxy's own entry", "::1", "10.0.0.1, 198.51.100.1", "198.51.100.1", null],
    ["a proxy that forgets the header", "127.0.0.1", undefined, "127.0.0.1", "header_missing"],
    ["a proxy that writes nonsense", "127.0.0.1", "unknown", "127.0.0.1", "header_missing"],
    ["IPv4 inside IPv6", "::ffff:203.0.113.7", undefined, "203.0.113.7", null],
  ])("%s", (_what, peer, forwarded, ip, doubt) => {
    expect(find(null, peer, forwarded)).toMatchObject({ ip, doubt });
  });

  test("a shop on plain http expects no proxy", () => {
    const atHome = createClientFinder({ publicUrl: "http://localhost:3000", trustProxy: null });
    expect(atHome("127.0.0.1", { "x-forwarded-for": "198.51.100.1" })).toEqual({
      ip: "127.0.0.1",
      isVouched: false,
      doubt: null,
    });
  });
});

describe("[TR-5] whose request it is, with TRUST_PROXY", () => {
  test.each([
    ["one proxy on another host", hops(1), "172.18.0.5", "198.51.100.1", "198.51.100.1", null],
    [
      "two proxies and a forged entry",
      hops(2),
      "10.0.0.2",
      "1.1.1.1, 198.51.100.1, 10.0.0.1",
      "198.51.100.1",
      null,
    ],
    ["fewer entries than proxies", hops(2), "10.0.0.2", "198.51.100.1", "10.0.0.2", "hops_missing"],
    ["no header at all", hops(1), "10.0.0.2", undefined, "10.0.0.2", "header_missing"],
    ["nonsense at the client's place", hops(1), "10.0.0.2", "1.1.1.1, <script>", "10.0.0.2", "hops_missing"],
    ["an entry with a port", hops(1), "10.0.0.2", "198.51.100.1:4711", "198.51.100.1", null],
    ["IPv6 with a port", hops(1), "10.0.0.2", "[2001:db8::1]:4711", "2001:db8::1", null],
    ["IPv4 inside IPv6, as numbers", hops(1), "10.0.0.2", "::ffff:c633:6401", "198.51.100.1", null],
    ["a trusted peer", cidrs("10.0.0.0/8"), "10.1.2.3", "198.51.100.1", "198.51.100.1", null],
    [
      "a trusted peer, IPv4 inside IPv6",
      cidrs("10.0.0.0/8"),
      "::ffff:10.1.2.3",
      "198.51.100.1",
      "198.51.100.1",
      null,
    ],
    [
      "a chain of trusted ones",
      cidrs("10.0.0.0/8"),
      "10.1.2.3",
      "1.1.1.1, 198.51.100.1, 10.9.9.9",
      "198.51.100.1",
      null,
    ],
    ["nothing but trusted ones", cidrs("10.0.0.0/8"), "10.1.2.3", "10.0.0.7, 10.9.9.9", "10.0.0.7", null],
    ["nonsense behind a trusted one", cidrs("10.0.0.0/8"), "10.1.2.3", "junk, 10.9.9.9", "10.9.9.9", null],
    ["a peer outside", cidrs("10.0.0.0/8"), "203.0.113.7", "198.51.100.1", "203.0.113.7", "peer_untrusted"],
    ["a trusted peer of IPv6", cidrs("fd00::/8", "127.0.0.1"), "fd12::1", "2001:db8::9", "2001:db8::9", null],
    [
      "a trusted peer without a header",
      cidrs("127.0.0.1"),
      "127.0.0.1",
      undefined,
      "127.0.0.1",
      "header_missing",
    ],
  ])("%s", (_what, trustProxy, peer, forwarded, ip, doubt) => {
    expect(find(trustProxy, peer, forwarded)).toMatchObject({ ip, doubt, isVouched: doubt === null });
  });

  test("the platform's header names the client, and nothing else does", () => {
    const findClient = createClientFinder({
      ...shop,
      trustProxy: { kind: "header", header: "fly-client-ip" },
    });
    const headers = { "x-forwarded-for": "1.1.1.1", "fly-client-ip": "198.51.100.1" };
    expect(findClient("172.16.0.1", headers)).toMatchObject({ ip: "198.51.100.1", isVouched: true });
    const twice = { "fly-client-ip": "1.1.1.1, 198.51.100.1" };
    expect(findClient("172.16.0.1", twice)).toMatchObject({ ip: "172.16.0.1", doubt: "header_missing" });
  });

  const entry = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.constantFrom("", " ", "unknown", "[::1", "1.2.3.4:x", "::ffff:1.2.3.4"),
  );
  const anyProxy = fc.constantFrom(hops(1), hops(3), cidrs("10.0.0.0/8", "fd00::/8"), null);

  test("entries that a client writes before the proxies' own change nothing", () => {
    fc.assert(
      fc.property(fc.array(entry), fc.integer({ min: 1, max: 4 }), fc.ipV4(), (forged, count, client) => {
        // A comma in a forged entry is only more forged entries.
        const own = [client, ...Array<string>(count - 1).fill("10.0.0.9")];
        const answer = find(hops(count), "10.0.0.1", [...forged, ...own].join(", "));
        expect(answer).toEqual({ ip: client, isVouched: true, doubt: null });
      }),
    );
  });

  test("the answer is the peer or one of the entries, and a vouched one is an IP", () => {
    fc.assert(
      fc.property(anyProxy, fc.ipV4(), fc.array(entry), (trustProxy, peer, list) => {
        const { ip, isVouched } = find(trustProxy, peer, list.join(","));
        expect(isVouched || ip === peer).toBe(true);
        expect(ip).toMatch(/^[\d.]+$|^[\da-f:.]+(%.*)?$/i);
      }),
    );
  });

  test("no way of writing an IPv4 inside IPv6 makes another client of it", () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split(".").map(Number);
        const hex = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
        for (const way of [`::ffff:${ip}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`, `[::ffff:${ip}]:443`])
          expect(find(hops(1), "10.0.0.1", way).ip).toBe(ip);
      }),
    );
  });
});

describe("[TR-5] whether loopback is the owner at home or a proxy that keeps its clients to itself", () => {
  const home = {
    mode: "demo",
    publicUrl: "http://localhost:3000",
    trustProxy: null,
    isPublicDemo: false,
  } as const;
  test.each([
    ["a demo at home", {}, false],
    ["https", { publicUrl: "https://shop.example" }, true],
    ["a proxy", { trustProxy: hops(1) }, true],
    ["real money", { mode: "live" as const }, true],
    ["a public demo", { isPublicDemo: true }, true],
  ])("%s", (_what, change, isPublic) => {
    expect(isPublicShop({ ...home, ...change })).toBe(isPublic);
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
