import { expect, test } from "vitest";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { listRoutes } from "#test/page-handler.ts";
import { countedUuid } from "#test/shop.ts";
import { reads, type Sample } from "./growth-reads.ts";

/** Pages that nothing of a shop's size makes slower, or that don't read. */
const unread: Record<string, string> = {
  "/about": "texts",
  "/contact": "texts",
  "/privacy": "texts",
  "/terms": "texts",
  "/shipping": "texts and settings",
  "/size-guide": "texts",
  "/checkout": "the cart of the browser, and one row",
  "/checkout/confirmation": "an order by its key",
  "/checkout-confirmation": "leads elsewhere",
  "/discount/:code": "a discount by its code",
  "/orders": "a form",
  "/orders/:token": "an order by its key",
  "/orders/:token/pay": "the same",
  "/reviews/:token": "the same",
  "/reviews/:token/stop": "the same",
  "/back/:token": "a checkout by its key",
  "/restock/:token": "a request by its key",
  "/*": "nothing",
  "/admin/login": "a form",
  "/admin/login/code": "a form",
  "/admin/sign-out": "takes posts only",
  "/admin": "leads elsewhere",
  "/admin/products/new": "a form",
  "/admin/products/photos": "takes posts only",
  "/admin/products/images": "takes posts only",
  "/admin/products/import": "a form",
  "/admin/products/edit/:id": "leads elsewhere",
  "/admin/orders/sync": "takes posts only",
  "/admin/orders/bulk": "takes posts only",
  "/admin/packing/tracking": "a form",
  "/admin/discounts/new": "a form",
  "/admin/discounts/:id": "a discount by its key",
  "/admin/customers/:id/forget": "a customer, who is measured",
  "/admin/money/export": "asks for the days of a page that is measured",
  "/admin/backups/progress": "a row",
  "/admin/backups/:id": "a file",
  "/admin/password": "a form",
  "/admin/security": "rows of the owner's sessions",
  "/admin/settings": "settings",
  "/admin/settings/search": "settings",
  "/admin/settings/legal": "texts",
  "/admin/settings/mail": "settings",
  "/admin/settings/user": "the owner",
  "/admin/*": "nothing",
};

const id = countedUuid(7);
const sample: Sample = {
  products: [id],
  reviewed: [id],
  orders: [id],
  messages: [id],
  words: ["merino"],
  parts: [id],
};

test("every page that grows with the shop is read, and what is left out says why", () => {
  const routes = listRoutes().map(({ pattern }) => ({ pattern, isShared: false }));
  const paths = new PagePaths(routes);
  const read = new Set(
    reads.map(({ path }) =>
      paths.patternOf(new URL(path(sample, 0), "http://shop").pathname)?.replace(/\.data$/, ""),
    ),
  );
  const missing = routes
    .map(({ pattern }) => pattern)
    .filter((pattern) => !read.has(pattern) && !(pattern in unread));
  expect(missing).toEqual([]);
  expect(Object.keys(unread).filter((pattern) => read.has(pattern))).toEqual([]);
  const known = new Set(routes.map(({ pattern }) => pattern));
  expect(Object.keys(unread).filter((pattern) => !known.has(pattern))).toEqual([]);
});
