import type { Environment } from "../env.ts";

export type PostOrigin = "own" | "foreign" | "unnamed";

/**
 * Whose page a request was sent from, as its headers say. A browser names the origin of whatever is posted;
 * programs don't, and carry nobody's cookies. In demo mode the shop may be open under any host's name.
 */
export function originOf({ publicUrl, mode }: Environment, headers: Headers): PostOrigin {
  const origin = headers.get("Origin");
  if (origin === null) return "unnamed";
  const isOwn = origin === publicUrl || (mode === "demo" && origin === `http://${headers.get("Host")}`);
  return isOwn ? "own" : "foreign";
}
