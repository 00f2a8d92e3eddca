// After a sale, from the owner's side: an order corrected, noted and shipped in two tabs, in two shipments, canceled,
// disputed; several orders at once, filtered, exported, synced. Orders are placed without a browser.
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  countClicks,
  enterBackOffice,
  expectActionsInView,
  expectSound,
  holdBack,
  loadsOf,
  openAdmin,
  readToast,
  signInAgain,
} from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "#test/browser/browser.ts";
import { emailTo } from "#test/browser/emails.ts";
import {
  control,
  type PlacedOrder,
  placeFailedOrder,
  placeOrder,
  productIdOf,
} from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const WHO = "Dana Desk";
let count = 0;
const customer = () => {
  count += 1;
  return { name: `${WHO} ${count}`, email: `desk.${count}@example.com` };
};

const timeline = (page: Page) => page.locator(".timeline").innerText();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const openOrder = (page: Page, order: PlacedOrder) => openAdmin(page, shop, `/admin/orders/${order.orderId}`);
const refundForm = (page: Page) => page.locator("form").filter({ has: page.getByLabel("Total ($)") });
const openFold = (page: Page, name: string | RegExp) =>
  page.locator("details:not([open]) > summary").filter({ hasText: name }).click();

async function threeCaps(): Promise<PlacedOrder> {
  const productId = await productIdOf(shop, "Red Clay Rope Cap");
  return placeOrder(shop, customer(), { productId, price: 3_800, quantity: 3 });
}

async function textOf(download: Download): Promise<string> {
  const stream = await download.createReadStream();
  return Buffer.concat(await stream.toArray()).toString("utf8");
}

/**
 * The answer to a form and the reloaded page data arrive together, as on a machine that is
 * too busy to draw in between.
 */
async function answerInOneGo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ask = window.fetch;
    const copyOf = async (answer: Response) =>
      new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
    let loaded: Response | undefined;
    window.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const isPost = init?.method === "POST";
      if (!isPost && loaded) return loaded;
      const answer = await ask(input, init);
      if (!isPost) return answer;
      const whole = await copyOf(answer);
      loaded = await copyOf(await ask(input));
      return whole;
    };
  });
}

test("[OD-2] the owner ships and corrects an order, and what is typed in the meantime stays", async () => {
  const order = await placeOrder(shop, customer());
  // A form from before the order changed is refused: the browser reports the 409.
  const options = { viewport: DESKTOP, expected: [/status of 409/] };
  await browser.visit("orders owner", options, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openOrder(page, order);
    const loading = await holdBack(page, loadsOf(`/admin/orders/${order.orderId}`));
    await page.getByLabel("Carrier").fill("UPS");
    await page.getByLabel("Tracking number", { exact: true }).fill("1Z WRONG");
    await button(page, "Mark as shipped").click();
    await loading.isHeld;
    await readToast(page, "Order shipped");
    await openFold(page, /^Refund$/);
    await refundForm(page).getByLabel("Reason").fill("A stain on the cap");
    loading.release();
    await button(page, "Mark as delivered").waitFor();
    expect(await refundForm(page).getByLabel("Reason").inputValue()).toBe("A stain on the cap");
    await refundForm(page).getByLabel("Total ($)").fill("10.00");
    await refundForm(page).getByRole("button", { name: "Refund $10.00" }).click();
    await readToast(page, "This order changed since you opened it");
    await refundForm(page).getByRole("button", { name: "Refund $10.00", disabled: false }).click();
    await readToast(page, "Refund of $10.00 made");
    // The next press must not refund the same again.
    await eventually(async () =>
      expect(await refundForm(page).getByLabel("Total ($)").inputValue()).toBe("0.00"),
    );

    await openFold(page, "Correct carrier or tracking number");
    await page.getByLabel("Tracking number", { exact: true }).fill("1Z999AA10123456784");
    await button(page, "Save correction").click();
    await readToast(page, "Shipment corrected");
    const corrected = `new.${order.customer.email}`;
    await openFold(page, "Correct the email");
    await page.getByLabel("Email", { exact: true }).fill(corrected);
    await button(page, "Save email").click();
    await readToast(page, "Email corrected");
    await button(page, "Resend shipping email").click();
    await readToast(page, "Shipping email sent again");
    expect(await emailTo(shop, corrected, "New tracking number")).toContain("1Z999AA10123456784");

    // A click into a field is nothing typed: a note that is added does not wait to be sent again.
    const again = await holdBack(page, loadsOf(`/admin/orders/${order.orderId}`));
    const note = page.getByLabel("New note");
    await note.fill("Customer called:\nleave it at the door");
    await button(page, "Add note").click();
    await again.isHeld;
    await note.click();
    again.release();
    await eventually(async () => expect(await note.inputValue()).toBe(""));
    for (const text of ["Refunded: $10.00", "leave it at the door", "UPS 1Z WRONG", "UPS 1Z999AA10123456784"])
      await eventually(async () => expect(await timeline(page)).toContain(text));
    await expectSound(page, "order with a history");
  });
});

test("[EA-5] [RF-1] the units of a refund are back after signing in, and a refund from another tab is reported", async () => {
  const order = await threeCaps();
  const options = { viewport: PHONE, expected: [/status of 409/] };
  await browser.visit("orders ended session", options, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openOrder(page, order);
    const form = refundForm(page);
    await openFold(page, /^Refund$/);
    await form.getByRole("button", { name: "Increase quantity" }).click();
    await form.getByLabel("Reason").fill("One is stained");
    const other = await context.newPage();
    await openOrder(other, order);
    await openFold(other, /^Refund$/);
    await refundForm(other).getByLabel("Total ($)").fill("10.00");
    await refundForm(other).getByRole("button", { name: "Refund $10.00" }).click();
    await readToast(other, "Refund of $10.00 made");
    await other.close();

    await context.clearCookies();
    await form.getByRole("button", { name: "Refund $38.00" }).click();
    await signInAgain(page, shop);
    await readToast(page, "What you typed is back");
    const expectBack = async () => {
      const units = form.getByRole("group", { name: /^Quantity of / }).locator("output");
      expect(await units.innerText()).toBe("1");
      expect(await form.getByLabel("Total ($)").inputValue()).toBe("38.00");
      expect(await form.getByLabel("Reason").inputValue()).toBe("One is stained");
    };
    await expectBack();
    await form.getByRole("button", { name: "Refund $38.00" }).click();
    await readToast(page, "This order changed since you opened it");
    await expectBack();
    await form.getByRole("button", { name: "Refund $38.00", disabled: false }).click();
    await readToast(page, "Refund of $38.00 made");
    await page.getByText("1 of 3 refunded").waitFor();
  });
});

test("[RF-4] an order leaves in two shipments; the second one takes three clicks, with the carrier of the first", async () => {
  const order = await threeCaps();
  await browser.visit("orders shipments", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openOrder(page, order);
    await page.getByLabel("Carrier", { exact: true }).fill("FedEx");
    await openFold(page, "Only a part of it");
    await page.getByRole("button", { name: "Decrease quantity" }).first().click();
    await button(page, "Mark as shipped").click();
    await readToast(page, "Shipment sent");
    await page.getByText("2 of 3 sent").waitFor();
    await expectSound(page, "order-partly-shipped");
    const email = await emailTo(shop, order.customer.email, "Part of your");
    expect(email).toContain("Still to come:\n1 × ");
    await openAdmin(page, shop, "/admin/dashboard");
    const clicks = await countClicks(page);
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
    // The dashboard lists the order, too, until the list is there.
    await page.getByRole("heading", { name: "Orders", level: 1, exact: true }).waitFor();
    await page.locator(`a[href="/admin/orders/${order.orderId}"]`).first().click();
    expect(await page.getByLabel("Carrier", { exact: true }).first().inputValue()).toBe("FedEx");
    // A step is confirmed even when its form is gone with the answer.
    await answerInOneGo(page);
    await button(page, "Mark as shipped").click();
    await readToast(page, "Order shipped");
    await button(page, "Mark as shipped").waitFor({ state: "detached" });
    expect(clicks()).toBeLessThanOrEqual(3);
    await page.goto(/http\S+\/orders\/\S+/.exec(email)?.[0] ?? "");
    await page.getByRole("region", { name: "Shipment 2" }).waitFor();
    await expectSound(page, "order-status-shipments");
  });
});

test("[OD-2] [RF-3] unpaid orders are canceled, paid ones canceled and refunded, disputes shown and resolved", async () => {
  const [failed, paid, disputed] = [
    await placeFailedOrder(shop, customer()),
    await placeOrder(shop, customer()),
    await placeOrder(shop, customer()),
  ];
  await control(shop, `payments/${disputed.paymentIntentId}/dispute`, { reason: "fraudulent" });
  await browser.visit("orders canceled", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openOrder(page, failed);
    await openFold(page, /^Cancel order$/);
    await page.getByLabel(/^Yes, cancel this order/).check();
    await button(page, "Cancel order").click();
    await readToast(page, "Order canceled");
    await eventually(async () => expect(await timeline(page)).toContain("Canceled"));
    expect(await page.getByText("Mark as shipped").count()).toBe(0);

    await openOrder(page, paid);
    await openFold(page, /^Cancel and refund \$33\.99$/);
    const form = page.locator("form").filter({ hasText: "cancel this order" });
    await form.getByLabel("Reason").fill("Ordered twice");
    await form.getByLabel(/^Yes, cancel this order/).check();
    await button(page, "Cancel and refund $33.99").click();
    await readToast(page, "Order canceled. Refund of $33.99 made");
    await eventually(async () => expect(await timeline(page)).toContain("Ordered twice"));

    // The provider's event may have arrived already.
    await openOrder(page, disputed);
    await openFold(page, "Technical");
    await button(page, "Sync with Stripe").click();
    await readToast(page, /^Order status (updated from paid to disputed|is already up to date)$/);
    await page.getByText("Needs your response").waitFor();
    await expectSound(page, "order-disputed");
    await button(page, "Mark as resolved").click();
    await readToast(page, "Marked as resolved");
    await button(page, "Mark as resolved").waitFor({ state: "detached" });
  });
});

test("[AO-1] [AO-5] [EA-5] several orders at once: exported, shipped in a dialog and after signing in, packed, delivered", async () => {
  // There are not enough of the others' cap.
  const item = { productId: await productIdOf(shop, "Starter&#x27;s Box Rope Cap"), price: 3_600 };
  const orders: PlacedOrder[] = [];
  for (let index = 0; index < 3; index += 1) orders.push(await placeOrder(shop, customer(), item));
  const [first, second, third] = orders as [PlacedOrder, PlacedOrder, PlacedOrder];
  const expected = [/status of 422/];
  await browser.visit("orders bulk", { viewport: PHONE, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    const list = `/admin/orders?q=${encodeURIComponent(WHO)}`;
    await openAdmin(page, shop, `${list}&status=paid&fulfillment=unfulfilled`);
    const rowOf = (order: PlacedOrder) => page.getByRole("row").filter({ hasText: order.customer.email });
    for (const order of orders) await rowOf(order).getByRole("checkbox").check();
    await page.getByText("3 selected").waitFor();
    await expectActionsInView(page, "Selected orders");
    await page.setViewportSize(DESKTOP);
    const download = page.waitForEvent("download");
    await button(page, "Export selected").click();
    expect((await textOf(await download)).trim().split("\r\n")).toHaveLength(4);

    await button(page, "Mark as shipped").click();
    const dialog = page.getByRole("dialog", { name: "Mark 3 orders as shipped" });
    await dialog.getByLabel("Carrier").fill("FedEx");
    await dialog.getByLabel(new RegExp(first.customer.name)).fill("7001");
    await expectSound(page, "orders-ship-dialog");
    await dialog.getByRole("button", { name: "Mark as shipped" }).click();
    const told = dialog.getByRole("list", { name: "What happened" });
    await told.getByText("Order shipped").waitFor();
    // A response without an order changes nothing.
    await dialog.getByRole("button", { name: "Mark as shipped" }).click();
    await dialog.getByText("Please enter at least one tracking number.").waitFor();
    expect(await told.getByRole("listitem").count()).toBe(1);
    expect(await dialog.getByLabel(new RegExp(first.customer.name)).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await rowOf(first).waitFor({ state: "detached" });

    for (const order of [second, third]) await rowOf(order).getByRole("checkbox").check();
    await button(page, "Mark as shipped").click();
    const both = page.getByRole("dialog", { name: "Mark 2 orders as shipped" });
    await both.getByLabel("Carrier").fill("FedEx");
    for (const order of [second, third])
      await both.getByLabel(new RegExp(order.customer.name)).fill(`FX ${order.customer.email}`);
    await context.clearCookies();
    await both.getByRole("button", { name: "Mark as shipped" }).click();
    await signInAgain(page, shop);
    await readToast(page, "What you typed is back");
    expect(await page.getByLabel("Carrier").inputValue()).toBe("FedEx");
    for (const { customer: to } of [second, third])
      expect(await page.getByLabel(new RegExp(to.name)).inputValue()).toBe(`FX ${to.email}`);
    await button(page, "Mark as shipped").click();
    await page.getByText("2 orders marked as shipped").first().waitFor();

    await openAdmin(page, shop, `${list}&fulfillment=shipped`);
    await page.getByLabel("Select all on this page").check();
    await button(page, "Mark as delivered").click();
    const delivery = page.getByRole("dialog", { name: /^Mark \d+ orders as delivered$/ });
    await delivery.getByRole("button", { name: "Mark as delivered" }).click();
    await delivery.getByText("Order marked as delivered").first().waitFor();
    await delivery.getByRole("button", { name: "Done" }).click();
    await page.getByText("No orders found").waitFor();
  });
});

test("[AO-1] [AO-3] [AO-5] [AD-4] lists, filters in a sheet, a file, packing slips, a sync that is stopped, and the dashboard", async () => {
  const order = await placeOrder(shop, customer());
  await browser.visit("orders list", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    await page.getByRole("link", { name: "90 days" }).click();
    await page.waitForURL("**/admin/dashboard?days=90");
    await page.getByText("Show as a table").click();
    const days = page.getByRole("table", { name: /^Revenue and orders per day/ });
    await expect.poll(() => days.getByRole("row").count()).toBe(91);

    await openAdmin(page, shop, "/admin/orders");
    // On a phone the first order is in the upper half, and the filters are a sheet, which Back closes.
    expect((await page.getByRole("rowheader").first().boundingBox())?.y).toBeLessThanOrEqual(400);
    await button(page, "Filters").click();
    await page.goBack();
    await button(page, "Apply filters").waitFor({ state: "hidden" });
    await button(page, "Filters").click();
    await page.getByLabel("Status", { exact: true }).selectOption("paid");
    await page.getByLabel("Fulfillment").selectOption("unfulfilled");
    await button(page, "Apply filters").click();
    await page.waitForURL(/status=paid/);
    await page.getByRole("link", { name: "Clear search and filters" }).waitFor();
    const row = page.getByRole("row").filter({ hasText: order.customer.email });
    await row.getByRole("link", { name: /^ORD-/ }).waitFor();
    await row.getByRole("button", { name: /^More for ORD-/ }).click();
    await row.getByRole("button", { name: /^Sync with Stripe/ }).waitFor();
    // It opens in the middle of the window, and then moves to its button.
    await page.locator(".row-menu:popover-open[style*=inset]").waitFor();
    await expectSound(page, "orders");
    await page.keyboard.press("Escape");
    await page.setViewportSize(DESKTOP);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect(await textOf(await download)).toContain(order.customer.email);
    await row.getByRole("checkbox").check();
    await button(page, "Print packing slips").click();
    await page.waitForURL("**/admin/orders/slips?id=*");
    const slip = page.getByRole("article", { name: /^Packing slip of ORD-/ });
    expect(await slip.innerText()).not.toContain("$");
    await page.emulateMedia({ media: "print" });
    expect(await slip.isVisible()).toBe(true);
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });

    await openAdmin(page, shop, "/admin/orders");
    // The provider is slow, so the sync is still under way when it is stopped.
    await control(shop, "faults", { kind: "slow", delayMs: 1_000, times: 100 });
    await button(page, "Sync All Statuses").click();
    await button(page, "Stop").click();
    await readToast(page, /^Successfully synced \d+ orders$|^Failed to sync order statuses$/);
    await button(page, "Stop").waitFor({ state: "detached" });
    await control(shop, "faults/clear", {});
    await button(page, "Sync All Statuses").click();
    await readToast(page, /^Successfully synced (?!0)\d+ orders$/);
  });
});
