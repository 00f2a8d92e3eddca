// Every page of the back office on a phone, on a desktop, and on the narrowest phones, in a shop without a sale and in
// one with some. The pages come from the route table. States that need steps: the journeys and e2e/*.test.ts.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  enterBackOffice,
  expectFitsNarrow,
  expectSoundOnBoth,
  openAdmin,
} from "#test/browser/back-office.ts";
import { browserForTests, PHONE } from "#test/browser/browser.ts";
import { CAP } from "#test/browser/journey.ts";
import { placeFailedOrder, placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { listRoutes, loadRoute } from "#test/pages/page-handler.ts";

const shop = shopForTests();
const browser = browserForTests();

/** Pages that only a form or a selection opens. */
const AFTER_A_FORM = /\/(bulk|code|password|slips)$|\*/;
const EXTRA = [
  "/admin/nowhere",
  "/admin/settings?section=tax",
  "/admin/settings?section=shipping",
  "/admin/settings/legal?page=shipping",
  "/admin/reports?by=state",
  "/admin/reports?by=option",
  "/admin/inventory?show=low",
];

async function pagesWith(ids: Record<string, string>): Promise<string[]> {
  const wanted = listRoutes().filter(
    ({ pattern }) => /^\/admin\b/.test(pattern) && !AFTER_A_FORM.test(pattern),
  );
  // A route without a component answers with a file or data.
  const drawn = await Promise.all(
    wanted.map(async ({ file, pattern }) => ((await loadRoute(file)).default ? [pattern] : [])),
  );
  const pages = [...new Set(drawn.flat())];
  const known = pages.flatMap((pattern) => {
    const id = ids[pattern];
    if (pattern.includes(":")) return id ? [pattern.replace(/:\w+/, id)] : [];
    return [pattern];
  });
  return [...known, ...EXTRA].filter((path) => path !== "/admin/login");
}

async function sweep(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await openAdmin(page, shop, path);
    await expectSoundOnBoth(page, path);
    await expectFitsNarrow(page, path);
  }
}

const options = { viewport: PHONE, expected: [/status of 404/] };

test("[AO-4] [AD-2] every page of the back office of a shop without a sale is accessible and valid, and fits", async () => {
  await browser.visit("sweep, empty", options, async ({ page, context }) => {
    await openAdmin(page, shop, "/admin/login");
    await expectSoundOnBoth(page, "login");
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/orders");
    await page.getByText("No orders yet").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await openAdmin(page, shop, "/admin/dashboard");
    await page.getByRole("region", { name: "Recent Orders" }).getByText("No orders yet.").waitFor();
    await sweep(page, await pagesWith({}));
  });
}, 900_000);

test("[AO-1] every page of the back office of a shop with sales is accessible and valid, and fits", async () => {
  const customer = { name: "Pat Sweep", email: "pat.sweep@example.com" };
  const order = await placeOrder(shop, customer, { quantity: 2 });
  const failed = await placeFailedOrder(shop, customer);
  const message = { subject: "Which size?", message: "I am between M and L." };
  const body = new URLSearchParams({ ...customer, ...message });
  await fetch(`${shop.url}/contact`, { method: "POST", headers: { Origin: shop.url }, body });
  await browser.visit("sweep", options, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/messages");
    await page.getByRole("link", { name: "Answer Pat Sweep" }).click();
    await page.waitForURL(/messages\/[\w-]+/);
    const thread = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const paths = await pagesWith({
      "/admin/orders/:id": order.orderId,
      "/admin/products/edit/:id": await productIdOf(shop, CAP.name),
      "/admin/customers/:id": order.orderId,
      "/admin/customers/:id/forget": order.orderId,
      "/admin/messages/:id": thread,
    });
    await sweep(page, [
      ...paths,
      `/admin/orders/${failed.orderId}`,
      `/admin/orders/slips?id=${order.orderId}`,
    ]);
  });
}, 900_000);
