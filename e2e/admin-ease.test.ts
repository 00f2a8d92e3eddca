// The back office when something goes wrong: its frame stays, nothing that was typed is lost, and an error disappears
// as soon as it is fixed. And the first-run list.
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin, signInAgain } from "#test/browser/back-office.ts";
import { browserForTests, PHONE } from "#test/browser/browser.ts";
import { placeOrder } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const browser = browserForTests();
const shop = shopForTests();

/** The back office's navigation is there and works. */
async function expectFrame(page: Page): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Admin" });
  expect(await nav.getByRole("link", { name: "Orders" }).first().isVisible()).toBe(true);
}

/** An open back office has loaded the code of all its pages, down to the last route. */
async function pagesBrought(page: Page): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByType("resource").some(({ name }) => name.includes("/settings-activity-")),
    undefined,
    // Sixty files, one after the other.
    { timeout: 60_000 },
  );
}

async function overlap(page: Page): Promise<boolean> {
  const [toast, bar] = [page.locator(".toast"), page.locator(".save-bar")];
  const [a, b] = [await toast.boundingBox(), await bar.boundingBox()];
  if (!a || !b) throw new Error("No toast, or no save bar");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Delays the page's short timers: a busy machine responds before them. Returns what releases them. */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const later = window.setTimeout;
    const waiting: (() => void)[] = [];
    const hold = (run: () => void, ms?: number) => (ms === 100 ? waiting.push(run) : Number(later(run, ms)));
    Object.assign(window, { setTimeout: hold });
    return { letGo: () => Object.assign(window, { setTimeout: later }), waiting };
  });
  return () =>
    held.evaluate(({ letGo, waiting }) => {
      letGo();
      if (waiting.length === 0) throw new Error("No timer was held");
      for (const run of waiting) run();
    });
}

/** The preview of shipping settings: its response arrives when it is released, and is then read. */
async function holdPreview(page: Page): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<Route>();
  await page.route(/\/admin\/settings\.data/, (route) =>
    route.request().postData()?.includes("preview") ? asked.resolve(route) : route.continue(),
  );
  return async () => {
    const held = await asked.promise;
    await held.continue();
    await page.unroute(/\/admin\/settings\.data/);
    await page
      .locator('[aria-label="What if"] [role="status"]:not([aria-busy])')
      .waitFor({ state: "attached" });
  };
}

const expected = [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/, /Failed to fetch/];

test("[EA-5] a failing page keeps its frame, and a form without a response keeps what was typed", async () => {
  await browser.visit("failures", { viewport: PHONE, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/nowhere");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await expectFrame(page);
    await expectSound(page, "not found");

    await openAdmin(page, shop, "/admin/products");
    await pagesBrought(page);
    await context.setOffline(true);
    await page
      .getByRole("navigation", { name: "Admin" })
      .getByRole("link", { name: "Orders" })
      .first()
      .click();
    await page.getByText("Failed to load orders", { exact: true }).waitFor();
    await expectFrame(page);
    await expectSound(page, "failed");
    await page.getByRole("link", { name: "Try Again" }).click();
    await page.getByText("The shop can't be reached. Check your connection, then try again.").waitFor();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Try Again" }).click();
    await page.getByRole("navigation", { name: "Order lists" }).waitFor();

    const answerPreview = await holdPreview(page);
    await openAdmin(page, shop, "/admin/settings");
    const store = page.getByLabel("Store Name");
    await store.fill("P");
    const save = page.getByRole("button", { name: "Save Settings" });
    const letTimersGo = await holdTimers(page);
    await save.click();
    const mistake = page
      .getByRole("main")
      .getByText("Store name must be at least 2 characters", { exact: true });
    await mistake.waitFor();
    expect(await overlap(page)).toBe(false);
    await store.fill("Par");
    await mistake.waitFor({ state: "hidden" });
    await letTimersGo();
    await answerPreview();
    expect(await mistake.isVisible()).toBe(false);
    await expectSound(page, "fixed");
    await store.fill("P");
    await save.click();
    await mistake.waitFor();
    await store.fill("Fairway Test Shop");

    await context.setOffline(true);
    await save.click();
    await page.getByText("The shop can't be reached", { exact: true }).waitFor();
    expect(await store.inputValue()).toBe("Fairway Test Shop");
    expect(await overlap(page)).toBe(false);
    await context.setOffline(false);
    await save.click();
    await page.getByText("Settings saved", { exact: true }).waitFor();
  });
});

test("[EA-5] [kind: a field of controls] what other controls fill in is checked again with the first of them", async () => {
  await browser.visit("checked again", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/collections/new");
    await page.getByLabel("Name", { exact: true }).fill("Gifts");
    await page.getByRole("button", { name: "Create Collection" }).click();
    const noRule = page.getByText("Choose at least one rule");
    await noRule.waitFor();
    await page.getByLabel("Hats", { exact: true }).check();
    await noRule.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Create Collection" }).click();
    await page.getByRole("heading", { level: 1, name: "Gifts" }).waitFor();
    expect(await page.getByLabel("Hats", { exact: true }).isChecked()).toBe(true);

    await openAdmin(page, shop, "/admin/settings");
    await page.getByRole("link", { name: "Tax", exact: true }).click();
    await page.getByLabel("Enable Tax", { exact: true }).check();
    await page.getByLabel("Rates by State", { exact: true }).check();
    await page.getByRole("button", { name: "Save Settings" }).click();
    const noState = page.getByRole("region", { name: "Tax" }).getByText("Add at least one state");
    await noState.waitFor();
    await page.getByLabel("Add a state").selectOption({ label: "Georgia" });
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await noState.waitFor({ state: "hidden" });
  });
});

test("'Back to Website' and 'Sign Out' stay in view in a low window, and the last page is reachable above them", async () => {
  await browser.visit("low window", { viewport: { width: 1280, height: 720 } }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/orders");
    const nav = page.getByRole("navigation", { name: "Admin" });
    const out = await nav.getByRole("link", { name: "Back to Website" }).boundingBox();
    const end = await nav.getByRole("button", { name: "Sign Out" }).boundingBox();
    if (!out || !end) throw new Error("A way out has no box");
    expect(end.y + end.height).toBeLessThanOrEqual(720);
    const last = nav.locator(".admin-nav-places a").last();
    await last.focus();
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(out.y);
    await expectSound(page, "low window");
  });
});

test("[EA-5] text restored after signing in is compared with the page on which it was typed", async () => {
  await browser.visit(
    "ended session with another one open",
    { expected: [/status of 409/] },
    async ({ page, context }) => {
      await enterBackOffice(context, shop, { isOwn: true });
      await openAdmin(page, shop, "/admin/settings/search");
      const other = await context.newPage();
      await openAdmin(other, shop, "/admin/settings/search");
      const synonyms = (tab: Page) => tab.getByRole("main").getByRole("textbox").last();
      const save = (tab: Page) => tab.getByRole("button", { name: /^Save/ }).press("Enter");
      await synonyms(other).fill("bucket lid, bucket hat");
      await save(other);
      await other.getByText(/saved/i).first().waitFor();
      await other.close();
      await synonyms(page).fill("skort, golf skirt");
      await context.clearCookies();
      await save(page);
      await signInAgain(page, shop);
      await page.getByText("What you typed is back").waitFor();
      expect(await synonyms(page).inputValue()).toBe("skort, golf skirt");
      await save(page);
      await page.getByRole("alert").getByText("bucket lid, bucket hat").waitFor();
      expect(await synonyms(page).inputValue()).toBe("skort, golf skirt");
      await save(page);
      await page.getByRole("alert").getByText("bucket lid, bucket hat").waitFor({ state: "detached" });
    },
  );
});

test("[EA-4] the first steps show what is done and can be skipped; one button clears the test orders", async () => {
  const order = await placeOrder(shop, { name: "Pat Rehearsal", email: "pat.rehearsal@example.com" });
  await browser.visit("first steps", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/start");
    await expectSound(page, "first steps");
    const step = (title: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: title });
    await step("Place a test order").getByText("Done", { exact: true }).waitFor();
    await step("Connect Stripe").getByText("To do", { exact: true }).waitFor();
    await step("Choose your look").getByRole("button", { name: /^Skip/ }).click();
    await step("Choose your look").getByText("Skipped", { exact: true }).waitFor();
    await step("Choose your look")
      .getByRole("button", { name: /^Put back/ })
      .click();
    await step("Choose your look").getByText("To do", { exact: true }).waitFor();

    await step("Add your first product")
      .getByRole("link", { name: /^Archive/ })
      .click();
    await page.waitForURL("**/admin/products?tab=active&samples=1");
    const onlySamples = page.getByRole("link", { name: "Remove filter Only samples" });
    await onlySamples.waitFor();
    await expectSound(page, "samples");
    await onlySamples.click();
    await page.waitForURL("**/admin/products?tab=active");
    await onlySamples.waitFor({ state: "hidden" });

    await openAdmin(page, shop, "/admin/dashboard");
    await page.getByRole("heading", { name: /^Before your first sale/ }).waitFor();
    await expectSound(page, "dashboard with first steps");
    await page.getByText("All steps").click();
    await page.getByRole("button", { name: "Hide this list" }).click();
    await page.getByRole("heading", { name: /^Before your first sale/ }).waitFor({ state: "hidden" });
    await openAdmin(page, shop, "/admin/start");
    await page.getByRole("button", { name: "Show on the dashboard" }).click();
    await page.getByRole("button", { name: "Hide from the dashboard" }).waitFor();

    await page.getByRole("link", { name: "Test orders" }).click();
    await page.getByRole("row").filter({ hasText: "Back in stock." }).waitFor();
    await expectSound(page, "test orders");
    await page.getByRole("button", { name: /^Clear / }).click();
    await page
      .getByText(/cleared$/)
      .first()
      .waitFor();
    await page.getByText("No test orders", { exact: true }).waitFor();
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await page.getByText(/^This test order was cleared/).waitFor();
    await openAdmin(page, shop, `/admin/orders?q=${encodeURIComponent(order.customer.email)}`);
    await page.getByText("No orders found").waitFor();
  });
});
