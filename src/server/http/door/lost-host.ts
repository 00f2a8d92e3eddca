import type { IncomingMessage } from "node:http";
import type { Environment } from "../../core/env.ts";
import { nameOf } from "./own-hosts.ts";
import type { Refusal } from "./refusal.ts";

/**
 * Whether a page was refused because a proxy did not pass on the host that the visitor asked for. Then every page leads
 * to PUBLIC_URL, which leads to the same proxy, without end. A second name of the shop and a stranger who asks for
 * its IP are sent on, too, and mean nothing: so the host must be one that only a proxy can have in mind.
 */
export function isHostLost(
  { publicUrl, port }: Pick<Environment, "publicUrl" | "port">,
  { headers }: IncomingMessage,
  { status, code }: Refusal,
): boolean {
  if (code !== "other_host" || status !== 308) return false;
  const isForwarded = Object.keys(headers).some((name) => name.startsWith("x-forwarded-"));
  if (!isForwarded) return false;
  const own = new URL(publicUrl);
  const host = headers.host?.toLowerCase() ?? "";
  const name = nameOf(host);
  const isInternal = !name.includes(".") || name.startsWith("127.") || host.endsWith(`:${port}`);
  return isInternal || name === own.hostname || headers["x-forwarded-host"] === own.host;
}
