// The page cache against the whole route table: no page of it is taken for one that does not exist, and no
// page that belongs to one person is shared.
import { expect, test } from "vitest";
import { pageRoutesOf } from "#process/page-renderer.ts";
import { NOT_FOUND_KEY, PagePaths } from "#server/http/page-path.ts";
import { loadRouteTable } from "./page-handler.ts";
import { countedUuid } from "./shop.ts";

const routes = pageRoutesOf({ routes: await loadRouteTable() });
const paths = new PagePaths(routes);
const key = (pattern: string) =>
  paths.keyOf(new URL(pattern.replace(/:\w+/, countedUuid(9)), "http://shop.test"));

test("the table has pages of both kinds", () => {
  expect(routes.length).toBeGreaterThan(30);
  const shared = routes.filter(({ isShared }) => isShared).map(({ pattern }) => pattern);
  expect(shared).toEqual(expect.arrayContaining(["/", "/shop", "/product/:id", "/contact"]));
});

test.each(routes)("$pattern is a page of its own (shared: $isShared)", ({ pattern, isShared }) => {
  expect(key(pattern)).not.toBe(NOT_FOUND_KEY);
  expect(key(pattern) !== null).toBe(isShared);
  expect(paths.strayRelativePath(pattern)).toBeNull();
});

const PRIVATE = /^\/(admin|checkout|checkout-confirmation)(\/|$)|^\/orders\//;

test.each(routes.filter(({ pattern }) => PRIVATE.test(pattern)))("$pattern is never kept", ({ pattern }) => {
  expect(key(pattern)).toBeNull();
});
