// The client IP of a request, for limits. It is the peer of the connection. A forwarded IP is trusted only when the
// shop runs behind its own proxy: the peer is this machine and the shop's public URL is https. Of a forwarded list
// only the last entry was written by that proxy. The listener writes the client IP into one header of every request,
// over anything the client sent there, and every limit reads it from there.

import { isIP } from "node:net";

export const CLIENT_IP_HEADER = "x-shop-client-ip";

/** The client's IP as the listener found it, or "" for a request that did not come through the listener. */
export function clientIpOf(request: Request): string {
  return request.headers.get(CLIENT_IP_HEADER) ?? "";
}

export function findClientIp(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isBehindProxy: boolean,
): string {
  const ip = normalize(peer ?? "");
  if (!isBehindProxy || !isLoopback(ip) || !forwardedFor) return ip;
  return normalize(forwardedFor.split(",").at(-1)?.trim() ?? "") || ip;
}

export function isLoopback(ip: string): boolean {
  return ip === "::1" || ip.startsWith("127.");
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

function normalize(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/, "");
}
