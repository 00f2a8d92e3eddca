// Names of routes for logs and metrics: the pattern ("/orders/:token"), never the path, which may hold the
// secret of an order link, and of which there is no end. The patterns are those that the app and the route table have.
import type { Hono } from "hono";
import type { PagePaths } from "./pages/page-path.ts";

export type NameRoute = (target: string) => string;

/** A path that is no route: a file of the build, or nothing at all. */
export const OTHER_ROUTE = "other";

/** `target` is a raw request target, such as "/shop?q=cap". */
export function createRouteNames(app: Hono, paths: Pick<PagePaths, "patternOf">): NameRoute {
  const fixed = new Set<string>();
  const open: { pattern: string; parts: string[] }[] = [];
  for (const { path: pattern, method } of app.routes) {
    if (pattern === "/*" || (method === "ALL" && pattern.endsWith("/v1/*"))) continue;
    if (/[:*]/.test(pattern)) open.push({ pattern, parts: pattern.split("/") });
    else fixed.add(pattern);
  }
  return (target) => {
    const path = pathOf(target);
    if (fixed.has(path)) return path;
    const page = paths.patternOf(path);
    if (page) return page;
    const given = path.split("/");
    return open.find(({ parts }) => isLike(parts, given))?.pattern ?? OTHER_ROUTE;
  };
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

function isLike(parts: string[], given: string[]): boolean {
  const isOpen = parts.at(-1) === "*";
  if (isOpen ? given.length < parts.length : given.length !== parts.length) return false;
  return parts.every((part, index) => part === "*" || part.startsWith(":") || part === given[index]);
}
