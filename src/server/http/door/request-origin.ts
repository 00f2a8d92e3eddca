import { type HostSettings, isLoopbackOrigin } from "./own-hosts.ts";

export type PostOrigin = "own" | "foreign" | "unnamed";

export type OriginHeaders = { origin: string | undefined; site: string | undefined; host: string };

/**
 * Whose page a request was sent from, as its headers say: `Origin`, which browsers write on whatever is posted, or
 * else `Sec-Fetch-Site`. "null" is nobody's page. Programs name neither and carry nobody's cookies.
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
