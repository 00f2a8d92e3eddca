// Where browsers send what a page's policy refused. It is public, since browsers send reports without the
// origin and the cookies of a form. So it takes two content types that no form and no simple request of another site
// can have, little at a time, from one visitor and from all of them. What it learns goes to the log, one line a body.
import { Hono } from "hono";
import { type Refusal, readReports } from "#domain/security/browser-report.ts";
import { isWindowOver } from "../auth/limits/count-use.ts";
import type { Shop } from "../core/shop.ts";
import type { PostRule } from "./door/post-rule.ts";
import { originOf } from "./door/request-origin.ts";
import { NOT_FOUND_KEY, type PagePaths } from "./pages/page-path.ts";
import { readText } from "./request-body.ts";
import { refuse, refuseMethod } from "./responses.ts";

/** Browsers send reports without the origin of a form, in two content types that no form can have. */
export const reportPosts: PostRule = {
  bytesMax: 16 * 1024,
  types: ["application/csp-report", "application/reports+json"],
  isFromAnywhere: true,
};

/** Bodies per minute that this process looks at, from all clients together. What comes beyond is dropped. */
export const REPORTS_PER_MINUTE_MAX = 300;
const MINUTE_MS = 60_000;

export function cspReportRoutes(shop: Shop, paths: PagePaths): Hono {
  const routes = new Hono();
  let taken = 0;
  let windowEndsAt = 0;
  const isFull = () => {
    const now = shop.clock();
    if (isWindowOver(windowEndsAt, { now, windowMs: MINUTE_MS }))
      [taken, windowEndsAt] = [0, now + MINUTE_MS];
    taken += 1;
    return taken > REPORTS_PER_MINUTE_MAX;
  };
  routes.post("/", async (c) => {
    const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    if (!reportPosts.types?.includes(type)) {
      return refuse(c, 415, "unsupported_type", "Send application/csp-report or application/reports+json.");
    }
    if (isFull()) return refuse(c, 429, "rate_limited", "Too many reports. Please wait a minute.");
    const text = await readText(c.req.raw, reportPosts.bytesMax);
    if (text === null) return refuse(c, 413, "too_large", "The report is too large.");
    const host = c.req.header("Host") ?? "";
    const isOwn = (origin: string) => originOf(shop.env, { origin, site: undefined, host }) === "own";
    const refusals = readReports(parsed(text), isOwn);
    if (refusals === null) return refuse(c, 400, "malformed", "This is not a report.");
    if (refusals.length > 0) shop.log.warn("security.refused", { refusals: textOf(refusals, paths) });
    return c.body(null, 204);
  });
  routes.all("/", (c) => refuseMethod(c, "POST", "Send reports with POST."));
  return routes;
}

/** `script-src-elem inline /orders/:token; …`, each once: the page by its name, never what a visitor opened. */
function textOf(refusals: Refusal[], paths: PagePaths): string {
  const texts = refusals.map(
    ({ rule, blocked, path }) => `${rule} ${blocked} ${paths.patternOf(path) ?? NOT_FOUND_KEY}`,
  );
  return [...new Set(texts)].join("; ");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
