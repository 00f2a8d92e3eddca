// The page cache against the whole route table: the cache knows every page, and shares no personal page.
import { expect, test } from "vitest";
import { IMPORT_BYTES_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { reservedSlugs } from "#domain/redirects/slug.ts";
import { pageRoutesOf } from "#process/page-renderer.ts";
import { RateLimiter } from "#server/auth/limits/rate-limit.ts";
import type { Shop } from "#server/core/shop.ts";
import { appPosts, createApp } from "#server/http/app.ts";
import { formPosts, STRANGER_BYTES_MAX } from "#server/http/door/post-rule.ts";
import { SITEMAP_PAGES } from "#server/http/feeds/sitemap.ts";
import { NOT_FOUND_KEY, PagePaths } from "#server/http/pages/page-path.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";
import { countedUuid, testEnvironment } from "#test/shop/shop.ts";
import { listRoutes, loadRoute, loadRouteTable, underRoot } from "./page-handler.ts";

const routes = pageRoutesOf({ routes: await underRoot(await loadRouteTable()) });
const paths = new PagePaths(routes);
const filled = (pattern: string) => pattern.replace(/\/:slug\??/, "/a-slug").replace(/:\w+/, countedUuid(9));
const key = (pattern: string) => paths.nameOf(filled(pattern));

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

test("[FI-4] a list's counts have one cache key for every sort order and page", () => {
  const name = "/shop-counts?category=HATS&size=M";
  expect(paths.nameOf("/shop-counts?size=m&utm=1&pages=3&sort=price-low&category=HATS")).toBe(name);
  expect(paths.nameOf(name)).toBe(name);
  expect(paths.nameOf("/shop-counts?q=cap&sort=relevance")).toBe(paths.nameOf("/shop-counts?q=cap"));
});

test("[BR-8] no product name can hide a page of the shop behind a relative link", () => {
  const firstWords = routes.flatMap(({ pattern }) => /^\/([^/:]+)(?:\/(?!:)|$)/.exec(pattern)?.[1] ?? []);
  expect([...new Set(firstWords)].sort()).toEqual([...reservedSlugs].sort());
});

test("[DC-1] a code may have the name of a page", () => {
  for (const code of ["shipping", "shop", "terms"])
    expect(paths.strayRelativePath(`/discount/${code}`)).toBeNull();
});

test("[TR-1] every page with a form accepts posts, and only pages behind the guard more than 64 KB", async () => {
  const modules = await Promise.all(
    listRoutes().map(async (route) => ({ ...route, module: await loadRoute(route.file) })),
  );
  const withForms = modules.filter(({ module }) => module.action);
  expect(withForms.length).toBeGreaterThan(15);
  for (const { pattern } of withForms) {
    const post = paths.postOf(filled(pattern));
    expect(post?.isGuarded, pattern).toBe(/^\/admin\/(?!login|sign-out)/.test(pattern));
    if (!post?.isGuarded) expect(post, pattern).toEqual({ ...formPosts, isGuarded: false });
  }
  const large = routes.filter(({ post }) => (post?.bytesMax ?? 0) > STRANGER_BYTES_MAX);
  const limits = Object.fromEntries(large.map(({ pattern, post }) => [pattern, post?.bytesMax]));
  const MB = 1024 * 1024;
  expect(limits).toMatchObject({
    "/admin/products/new": 256 * 1024,
    "/admin/products/images": 2 * MB,
    "/admin/products/import": IMPORT_BYTES_MAX + 64 * 1024,
  });
});

test("[TR-1] every other address that accepts posts has a limit", () => {
  const shop = { env: testEnvironment({}), clock: () => 0 } as Shop;
  const answer = async () => new Response();
  const sandbox = { fetch: answer, isForShoppers: () => true };
  const parts = { shop, paths, renderPage: answer, sandbox, mailboxFolder: "", metrics: async () => "" };
  const limiter = new RateLimiter(shop);
  const app = createApp({ ...parts, limiter, staticFiles: new StaticFiles("") });
  const posted = app.routes.filter(
    ({ method, path, handler }) => /^(POST|ALL)$/.test(method) && handler.length === 1 && path !== "/*",
  );
  expect(posted.map(({ path }) => path)).toEqual(expect.arrayContaining(["/webhooks/stripe", "/sandbox/*"]));
  const begins = Object.keys(appPosts(shop));
  for (const { path } of posted)
    expect(
      begins.some((begin) => path.startsWith(begin)),
      path,
    ).toBe(true);
});

test("[RT-6] every shared page is in the sitemap, or excludes search engines", () => {
  const open = routes.filter(({ pattern, isShared }) => isShared && !pattern.includes(":"));
  const listed = SITEMAP_PAGES.filter((page) => !page.includes("?"));
  const noindex = ["/orders", "/search-suggestions", "/shop-counts"];
  expect(open.map(({ pattern }) => pattern).sort()).toEqual([...listed, ...noindex].sort());
});

const PRIVATE = /^\/(admin|checkout|checkout-confirmation)(\/|$)|^\/(orders|restock)\//;

test.each(routes.filter(({ pattern }) => PRIVATE.test(pattern)))(
  "the page cache never keeps $pattern",
  ({ pattern }) => {
    expect(key(pattern)).toBeNull();
  },
);
