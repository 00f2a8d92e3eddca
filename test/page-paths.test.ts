// The page cache against the whole route table: every page of the table is known to the cache,
// and no page that belongs to one person is shared.
import { expect, test } from "vitest";
import { pageRoutesOf } from "#process/page-renderer.ts";
import { SITEMAP_PAGES } from "#server/http/feeds/sitemap.ts";
import { NOT_FOUND_KEY, PagePaths } from "#server/http/pages/page-path.ts";
import { loadRouteTable } from "./page-handler.ts";
import { countedUuid } from "./shop.ts";

const routes = pageRoutesOf({ routes: underRoot(await loadRouteTable()) });
const paths = new PagePaths(routes);
const key = (pattern: string) =>
  paths.keyOf(new URL(pattern.replace(/:\w+/, countedUuid(9)), "http://shop.test"));

/** In a build, every route is below the root route, whose path is empty. */
function underRoot(table: Awaited<ReturnType<typeof loadRouteTable>>): typeof table {
  const below = Object.values(table).flatMap((route) =>
    route ? [{ ...route, parentId: route.parentId ?? "root" }] : [],
  );
  const root = { id: "root", path: "", module: { default: () => null } };
  return { root, ...Object.fromEntries(below.map((route) => [route.id, route])) };
}

test("the route table has shared and private pages", () => {
  expect(routes.length).toBeGreaterThan(30);
  const shared = routes.filter(({ isShared }) => isShared).map(({ pattern }) => pattern);
  expect(shared).toEqual(expect.arrayContaining(["/", "/shop", "/product/:id", "/contact"]));
});

test.each(routes)(
  "the page cache knows $pattern as its own page (shared: $isShared)",
  ({ pattern, isShared }) => {
    expect(key(pattern)).not.toBe(NOT_FOUND_KEY);
    expect(key(pattern) !== null).toBe(isShared);
    expect(paths.strayRelativePath(pattern)).toBeNull();
  },
);

test("[RT-6] every page that is the same for everybody is in the sitemap, or keeps search engines out", () => {
  const open = routes.filter(({ pattern, isShared }) => isShared && !pattern.includes(":"));
  const listed = SITEMAP_PAGES.filter((page) => !page.includes("?"));
  const noindex = ["/orders"];
  expect(open.map(({ pattern }) => pattern).sort()).toEqual([...listed, ...noindex].sort());
});

const PRIVATE = /^\/(admin|checkout|checkout-confirmation)(\/|$)|^\/orders\//;

test.each(routes.filter(({ pattern }) => PRIVATE.test(pattern)))(
  "the page cache never keeps $pattern",
  ({ pattern }) => {
    expect(key(pattern)).toBeNull();
  },
);
