// The client IP of a request, for limits. It is the peer of the connection, unless that peer is a proxy that the owner
// trusts (TRUST_PROXY) and it says in a header for whom it asks. A client may write anything into such a header, so
// only what the trusted proxies added counts: the list is read from its end. Without TRUST_PROXY, one proxy on this
// machine is trusted when the shop's public URL is https, and then only for its own entry, the last one. The standard
// header `Forwarded` is not read: the proxies that people run write X-Forwarded-For, and pass on a client's `Forwarded`
// as it came. The listener writes the client IP into one header of every request, over anything the client sent there,
// and every limit reads it from there.

import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import type { Environment, TrustProxy } from "./env.ts";

export const CLIENT_IP_HEADER = "x-shop-client-ip";

/** The client's IP as the listener found it, or "" for a request that did not come through the listener. */
export function clientIpOf(request: Request): string {
  return request.headers.get(CLIENT_IP_HEADER) ?? "";
}

/**
 * What a request shows about a wrong or missing set-up. header_missing: a trusted peer did not say for whom it asks.
 * hops_missing: fewer proxies added to X-Forwarded-For than TRUST_PROXY says. peer_untrusted: a peer that is not
 * trusted sent X-Forwarded-For.
 */
export type ProxyDoubt = "header_missing" | "hops_missing" | "peer_untrusted";

/** `isVouched`: a trusted proxy named the client, so its other headers may be believed as well. */
export type Client = { ip: string; isVouched: boolean; doubt: ProxyDoubt | null };

/** `headers` as Node reads them: several X-Forwarded-For are one list. */
export type FindClient = (peer: string | undefined, headers: IncomingHttpHeaders) => Client;

/** How this shop finds out who its clients are. */
export function createClientFinder({
  publicUrl,
  trustProxy,
}: Pick<Environment, "publicUrl" | "trustProxy">): FindClient {
  if (trustProxy?.kind === "header") {
    return (peer, headers) => named(ipOf(peer), readIp(textOf(headers[trustProxy.header])), "header_missing");
  }
  if (trustProxy?.kind === "hops") return (peer, headers) => byHops(trustProxy.hops, ipOf(peer), headers);
  if (trustProxy?.kind === "cidrs") {
    const isTrusted = rangesOf(trustProxy.cidrs);
    return (peer, headers) => byRanges(isTrusted, ipOf(peer), headers);
  }
  const isBehindLocalProxy = publicUrl.startsWith("https:");
  return (peer, headers) => byLocalProxy(isBehindLocalProxy, ipOf(peer), headers);
}

function named(peer: string, ip: string | null, doubt: ProxyDoubt): Client {
  return ip === null ? { ip: peer, isVouched: false, doubt } : { ip, isVouched: true, doubt: null };
}

/** The peer is the nearest proxy, so the client is the entry as many places from the end as there are proxies. */
function byHops(hops: number, peer: string, headers: IncomingHttpHeaders): Client {
  const list = forwardedFor(headers);
  const ip = readIp(list.at(-hops) ?? "");
  return named(peer, list.length < hops ? null : ip, list.length === 0 ? "header_missing" : "hops_missing");
}

/** Walks from the peer toward the client as long as each is trusted. */
function byRanges(isTrusted: (ip: string) => boolean, peer: string, headers: IncomingHttpHeaders): Client {
  const list = forwardedFor(headers);
  if (!isTrusted(peer)) return stranger(peer, list);
  let ip: string | null = null;
  for (const entry of list.toReversed()) {
    const next = readIp(entry);
    if (next === null) break;
    ip = next;
    if (!isTrusted(next)) break;
  }
  return named(peer, ip, "header_missing");
}

function byLocalProxy(isExpected: boolean, peer: string, headers: IncomingHttpHeaders): Client {
  const list = forwardedFor(headers);
  if (!isExpected) return { ip: peer, isVouched: false, doubt: null };
  return isLoopback(peer) ? named(peer, readIp(list.at(-1) ?? ""), "header_missing") : stranger(peer, list);
}

function stranger(peer: string, list: string[]): Client {
  return { ip: peer, isVouched: false, doubt: list.length > 0 ? "peer_untrusted" : null };
}

function forwardedFor(headers: IncomingHttpHeaders): string[] {
  const text = textOf(headers["x-forwarded-for"]);
  return text.trim() === "" ? [] : text.split(",");
}

const textOf = (value: string | string[] | undefined) => String(value ?? "");

function rangesOf(cidrs: string[]): (ip: string) => boolean {
  const ranges = new BlockList();
  for (const cidr of cidrs) {
    const [ip = "", bits] = cidr.split("/");
    const family = isIP(ip) === 6 ? "ipv6" : "ipv4";
    ranges.addSubnet(ip, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  return (ip) => isIP(ip) !== 0 && ranges.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}

/** One entry as proxies write it ("192.0.2.1", "192.0.2.1:4711", "[2001:db8::1]:4711") → its IP, or null. */
function readIp(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const ip = ipOf(bare);
  return isIP(ip) === 0 ? null : ip;
}

/** IPv4 inside IPv6 is the IPv4, however it is written. */
export function ipOf(text: string | undefined): string {
  const ip = text ?? "";
  if (isIP(ip) !== 6) return ip;
  const dotted = /^(?:0{0,4}:){1,5}:?ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (dotted) return dotted;
  const [, high, low] = /^(?:0{0,4}:){1,5}:?ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(ip) ?? [];
  if (high === undefined || low === undefined) return ip;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join(".");
}

export function isLoopback(ip: string): boolean {
  return ip === "::1" || ip.startsWith("127.");
}

/**
 * Whether others than the owner at this machine may reach the shop. Then loopback is a client like any other: it is a
 * proxy that does not say for whom it asks.
 */
export function isPublicShop(
  env: Pick<Environment, "mode" | "publicUrl" | "trustProxy" | "isPublicDemo">,
): boolean {
  const isServed = env.publicUrl.startsWith("https:") || env.trustProxy !== null;
  return isServed || env.mode === "live" || env.isPublicDemo;
}

/**
 * What limits count as one client: an IPv4 itself, of an IPv6 the /64 that one subscriber gets and may rotate in,
 * such as "2001:db8:0:7::/64". Anything that is not an IP is returned as it is.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? "").split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(":").filter(Boolean);
    const afterLength = after.length + (tail.includes(".") ? 1 : 0);
    groups.push(...Array<string>(8 - groups.length - afterLength).fill("0"), ...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** Platforms whose edge always overwrites the header, by the name that TRUST_PROXY takes. */
const platformHeaders: Record<string, string> = {
  cloudflare: "cf-connecting-ip",
  fly: "fly-client-ip",
  railway: "x-real-ip",
};
const HOPS_MAX = 10;

/** What TRUST_PROXY says; adds what is wrong with it to `problems`. */
export function parseTrustProxy(text: string | null, problems: string[]): TrustProxy | null {
  if (text === null) return null;
  const header = platformHeaders[text.toLowerCase()];
  if (header) return { kind: "header", header };
  const hops = Number(text);
  if (Number.isInteger(hops) && hops >= 1 && hops <= HOPS_MAX) return { kind: "hops", hops };
  const cidrs = text.split(",").map((part) => part.trim());
  if (cidrs.every(isCidr)) return { kind: "cidrs", cidrs };
  const names = Object.keys(platformHeaders).join(", ");
  problems.push(
    `TRUST_PROXY must be a number of proxies from 1 to ${HOPS_MAX}, a list of CIDRs such as 10.0.0.0/8, or one of ${names}, not "${text}"`,
  );
  return null;
}

function isCidr(text: string): boolean {
  const [ip = "", bits, ...more] = text.split("/");
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
