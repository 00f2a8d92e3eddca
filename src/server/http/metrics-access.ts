// Who may read /metrics: anyone with METRICS_TOKEN, from anywhere. In a demo that only its own machine reaches, that
// machine needs none; behind a proxy "this machine" would be everyone.
import { createHash, timingSafeEqual } from "node:crypto";
import { clientIpOf, isLoopback, isPublicShop } from "../core/client-ip.ts";
import type { Environment } from "../core/env.ts";

type Settings = Pick<Environment, "metricsToken" | "mode" | "publicUrl" | "trustProxy" | "isPublicDemo">;

/** refused: a token is needed. hidden: without METRICS_TOKEN there is nothing to be had from here. */
export function metricsAccess(env: Settings, request: Request): "open" | "refused" | "hidden" {
  if (isLoopback(clientIpOf(request)) && !isPublicShop(env)) return "open";
  if (env.metricsToken === null) return "hidden";
  const given = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  return isSame(given, env.metricsToken) ? "open" : "refused";
}

/** Takes the same time for any difference. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
