import type { IncomingMessage } from "node:http";
import type { Logger } from "../../core/log.ts";
import type { Refusal } from "./refusal.ts";

/** Possible attacks, and signs of a misconfigured proxy. The rest is everyday noise. */
const TELLING = new Set([
  "foreign_origin",
  "too_large",
  "too_slow",
  "too_much",
  "malformed_host",
  "other_host",
]);

/** Only how the path begins: the rest may be a private link. */
export function logRefusal(log: Logger, { method = "", url = "" }: IncomingMessage, refusal: Refusal): void {
  const { status, code } = refusal;
  const path = /^\/[\w.-]{0,40}/.exec(url)?.[0] ?? "";
  const isPost = method !== "GET" && method !== "HEAD";
  const level = TELLING.has(code) && (isPost || code !== "other_host") ? "warn" : "debug";
  log[level]("http.refused", { code, status, method, path });
}
