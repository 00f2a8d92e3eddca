import { type HostSettings, isLoopbackOrigin } from "./own-hosts.ts";

export type PostOrigin = "own" | "foreign" | "unnamed";

export type OriginHeaders = { origin: string | undefined; site: string | undefined; host: string };

/**
 * Whose page a request was sent from, as its headers say: `Origin`, which browsers send with every POST, or
 * else `Sec-Fetch-Site`. "null" is no page. Programs send neither header and carry no one's cookies.
 */
export function originOf(
  env: Pick<HostSettings, "publicUrl" | "mode" | "isPublicDemo">,
  { origin, site, host }: OriginHeaders,
): PostOrigin {
  if (origin !== undefined) {
    return origin === env.publicUrl || isLoopbackOrigin(env, origin, host) ? "own" : "foreign";
  }
  if (site !== undefined) return site === "same-origin" || site === "none" ? "own" : "foreign";
  return "unnamed";
}
