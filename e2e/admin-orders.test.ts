// What comes after a sale, from the owner's side, in a real browser on a phone and on a desk: ship, correct,
// note, refund, cancel, resolve, several orders at once, filter, export, sync. Pages are looked over by axe.
// The orders are placed without a browser; how a shopper places one is purchase.test.ts.
import type { Download, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
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
} from "./back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { CAP, mailsTo } from "./journey.ts";
import { control, type PlacedOrder, placeFailedOrder, placeOrder, productIdOf } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const timeline = (page: Page) => page.locator(".timeline").innerText();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const openOrder = (page: Page, order: PlacedOrder) => openAdmin(page, shop, `/admin/orders/${order.orderId}`);

async function openDisclosure(page: Page, name: string | RegExp): Promise<void> {
  const summary = page.locator("summary").filter({ hasText: name });
  if (!(await summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open)))
    await summary.click();
}

const refundForm = (page: Page) => page.locator("form").filter({ has: page.getByLabel("Total ($)") });

/** Types an amount, or chooses everything. */
async function refund(page: Page, amount: string | null, reason: string): Promise<void> {
  await openDisclosure(page, /^Refund$/);
  const form = refundForm(page);
  if (amount) await form.getByLabel("Total ($)").fill(amount);
  else await button(page, "Choose everything").click();
  await form.getByLabel("Reason").fill(reason);
  await form.getByRole("button", { name: /^Refund/ }).click();
}

async function textOf(download: Download): Promise<string> {
  const stream = await download.createReadStream();
  return Buffer.concat(await stream.toArray()).toString("utf8");
}

/**
 * What a form is answered with and what the page is loaded anew with come in one go, as on a machine that is
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

/** Waits until a mail to this address has such a subject, and returns its text. */
async function letterTo(address: string, subject: string): Promise<string> {
  const find = async () => {
    const letter = (await mailsTo(shop, address)).find((mail) => mail.subject.includes(subject));
    expect(letter, subject).toBeDefined();
    return letter?.text ?? "";
  };
  return eventually(find);
}

test("[AO-4] [AD-2] a shop without orders says so, and shows no made-up one", async () => {
  await browser.visit("orders empty", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/orders");
    await page.getByText("No orders yet").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await expectSound(page, "orders-empty");
    await openAdmin(page, shop, "/admin/dashboard");
    const recent = page.getByRole("region", { name: "Recent Orders" });
    await recent.getByText("No orders yet.").waitFor();
    await page.getByText("Nothing was sold in the last 30 days.").waitFor();
    await expectSound(page, "dashboard-empty");
    await openAdmin(page, shop, "/admin/messages");
    await page.getByText("No messages yet").waitFor();
    await expectSound(page, "messages");
    await openAdmin(page, shop, "/admin/mails");
    await page.getByText("No mail has failed.").waitFor();
    await expectSound(page, "mails");
  });
});

describe.each([
  { width: 390, viewport: PHONE, who: "Pat Parcel" },
  { width: 1280, viewport: DESKTOP, who: "Dana Desk" },
])("at $width pixels", ({ width, viewport, who }) => {
  let count = 0;
  const customer = () => {
    count += 1;
    return { name: `${who} ${count}`, email: `${who.split(" ")[1]}.${count}@example.com`.toLowerCase() };
  };

  test("[OD-2] the owner ships, corrects, notes and refunds an order, and the timeline tells it all", async () => {
    const order = await placeOrder(shop, customer());
    // The second tab's form is told that the order changed: the browser reports the 409 by itself.
    const options = { viewport, expected: [/status of 409/] };
    await browser.visit(`orders owner ${width}`, options, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openOrder(page, order);
      await expectSound(page, "order-paid");
      const other = await context.newPage();
      await openOrder(other, order);

      await page.getByLabel("Carrier").fill("UPS");
      await page.getByLabel("Tracking number", { exact: true }).fill("1Z WRONG");
      await button(page, "Mark as shipped").click();
      await readToast(page, "Order shipped");
      await openDisclosure(page, "Correct carrier or tracking number");
      await page.getByLabel("Tracking number", { exact: true }).fill("1Z999AA10123456784");
      await button(page, "Save correction").click();
      await readToast(page, "Shipment corrected");
      expect(await letterTo(order.customer.email, "New tracking number")).toContain("1Z999AA10123456784");

      const corrected = `new.${order.customer.email}`;
      await openDisclosure(page, "Correct the email");
      await page.getByLabel("Email", { exact: true }).fill(corrected);
      await button(page, "Save email").click();
      await readToast(page, "Email corrected");
      await button(page, "Send the shipping mail again").click();
      await readToast(page, "Shipping mail sent again");
      expect(await letterTo(corrected, "New tracking number")).toContain("1Z999AA10123456784");

      await page.getByLabel("New note").fill("Customer called:\nleave it at the door");
      await button(page, "Add note").click();
      await eventually(async () => expect(await page.getByLabel("New note").inputValue()).toBe(""));

      await refund(page, "10.00", "A stain on the cap");
      await readToast(page, "Refund of $10.00 made");
      await expectSound(page, "order-part-refunded");

      await refund(other, "20.00", "Typed in another tab");
      await readToast(other, "This order changed since you opened it");
      const inOther = refundForm(other);
      await inOther.getByText("up to $23.99").waitFor();
      expect(await inOther.getByLabel("Reason").inputValue()).toBe("Typed in another tab");
      await inOther.getByRole("button", { name: "Refund $20.00" }).click();
      await readToast(other, "Refund of $20.00 made");
      await other.close();

      await page.reload();
      await refund(page, null, "All of it after all");
      await readToast(page, "Refund of $3.99 made");
      await button(page, "Mark as delivered").click();
      await readToast(page, "Order marked as delivered");
      await page.reload();
      const told = await timeline(page);
      for (const text of [
        "Refunded: $10.00",
        "Refunded: $20.00",
        "Refunded: $3.99",
        "leave it at the door",
        "UPS 1Z WRONG",
        "Shipment corrected",
        "UPS 1Z999AA10123456784",
        "Delivered",
        "Partially refunded",
        "Paid",
      ]) {
        expect(told).toContain(text);
      }
      expect(await page.getByText("Mark as shipped").count()).toBe(0);
    });
  });

  test("[RF-1] [RF-2] one of three pieces is refunded with five clicks and no arithmetic, and is not packed", async () => {
    const productId = await productIdOf(shop, "Red Clay Rope Cap");
    const order = await placeOrder(shop, customer(), { productId, price: 3_800, quantity: 3 });
    await browser.visit(`orders pieces ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/dashboard");
      const clicks = await countClicks(page);
      await page.getByRole("link", { name: "Orders", exact: true }).click();
      // The dashboard lists the order, too, until the list is there.
      await page.getByRole("heading", { name: "Orders", level: 1, exact: true }).waitFor();
      await page.locator(`a[href="/admin/orders/${order.orderId}"]`).first().click();
      await page
        .locator("summary")
        .filter({ hasText: /^Refund$/ })
        .click();
      expect(await refundForm(page).getByLabel("Total ($)").inputValue()).toBe("0.00");
      await refundForm(page).getByRole("button", { name: "Increase quantity" }).click();
      expect(await refundForm(page).getByLabel("Total ($)").inputValue()).toBe("38.00");
      await expectSound(page, "order-refund-pieces");
      await refundForm(page).getByRole("button", { name: "Refund $38.00" }).click();
      await readToast(page, "Refund of $38.00 made");
      expect(clicks()).toBeLessThanOrEqual(5);
      await page.getByText("1 of 3 refunded").waitFor();
      await eventually(async () => expect(await timeline(page)).toContain("Back in stock: 1 × "));
      await page.getByRole("link", { name: "Packing slip" }).click();
      await page.getByText("2 pieces").waitFor();
    });
  });

  test("[EA-5] the pieces of a refund are back after signing in, and what another tab refunded meanwhile is told", async () => {
    const productId = await productIdOf(shop, "Red Clay Rope Cap");
    const order = await placeOrder(shop, customer(), { productId, price: 3_800, quantity: 3 });
    // What was typed before the other refund is refused once: the browser reports the 409 by itself.
    const options = { viewport, expected: [/status of 409/] };
    await browser.visit(`orders ended session ${width}`, options, async ({ page, context }) => {
      await enterBackOffice(context, shop, { isOwn: true });
      await openOrder(page, order);
      const form = refundForm(page);
      await openDisclosure(page, /^Refund$/);
      await form.getByRole("button", { name: "Increase quantity" }).click();
      await form.getByLabel("Reason").fill("One is stained");
      const other = await context.newPage();
      await openOrder(other, order);
      await refund(other, "10.00", "Typed in another tab");
      await readToast(other, "Refund of $10.00 made");
      await other.close();

      await context.clearCookies();
      await form.getByRole("button", { name: "Refund $38.00" }).click();
      await signInAgain(page, shop);
      await readToast(page, "What you typed is back");
      const expectBack = async () => {
        expect(
          await form
            .getByRole("group", { name: /^Pieces of / })
            .locator("output")
            .innerText(),
        ).toBe("1");
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

  test("[RF-4] an order leaves in two parcels; the second one takes three clicks, with the carrier of the first", async () => {
    const productId = await productIdOf(shop, "Red Clay Rope Cap");
    const order = await placeOrder(shop, customer(), { productId, price: 3_800, quantity: 3 });
    await browser.visit(`orders parcels ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openOrder(page, order);
      await page.getByLabel("Carrier", { exact: true }).fill("FedEx");
      await page.locator("summary").filter({ hasText: "Only a part of it" }).click();
      await page.getByRole("button", { name: "Decrease quantity" }).first().click();
      await button(page, "Mark as shipped").click();
      await readToast(page, "Parcel sent");
      await page.getByText("Partly shipped").waitFor();
      await page.getByText("2 of 3 sent").waitFor();
      await expectSound(page, "order-partly-shipped");
      const letter = await letterTo(order.customer.email, "A part of your");
      expect(letter).toContain("In this parcel:\n2 × ");
      expect(letter).toContain("Still to come:\n1 × ");
      await openAdmin(page, shop, "/admin/dashboard");
      const clicks = await countClicks(page);
      await page.getByRole("link", { name: "Orders", exact: true }).click();
      // The dashboard lists the order, too, until the list is there.
      await page.getByRole("heading", { name: "Orders", level: 1, exact: true }).waitFor();
      await page.locator(`a[href="/admin/orders/${order.orderId}"]`).first().click();
      expect(await page.getByLabel("Carrier", { exact: true }).first().inputValue()).toBe("FedEx");
      await button(page, "Mark as shipped").click();
      await readToast(page, "Order shipped");
      expect(clicks()).toBeLessThanOrEqual(3);
      const link = /http\S+\/orders\/\S+/.exec(letter)?.[0] ?? "";
      await page.goto(link);
      await page.getByRole("region", { name: "Parcel 2" }).waitFor();
      await expectSound(page, "order-status-parcels");
    });
  });

  test("[OD-2] a step is told of even when its form is gone with the answer", async () => {
    const order = await placeOrder(shop, customer());
    await browser.visit(`orders in one go ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openOrder(page, order);
      await page.getByLabel("Carrier").fill("UPS");
      await page.getByLabel("Tracking number", { exact: true }).fill("1Z999AA10123456784");
      await answerInOneGo(page);
      await button(page, "Mark as shipped").click();
      await readToast(page, "Order shipped");
      await button(page, "Mark as shipped").waitFor({ state: "detached" });
    });
  });

  test("[OD-2] what is typed while the page is loaded anew stays, and is judged by what its owner saw", async () => {
    const order = await placeOrder(shop, customer());
    const options = { viewport, expected: [/status of 409/] };
    await browser.visit(`orders typed meanwhile ${width}`, options, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openOrder(page, order);
      const loading = await holdBack(page, loadsOf(`/admin/orders/${order.orderId}`));
      await page.getByLabel("Carrier").fill("UPS");
      await button(page, "Mark as shipped").click();
      await loading.isHeld;
      await readToast(page, "Order shipped");
      await openDisclosure(page, /^Refund$/);
      await refundForm(page).getByLabel("Reason").fill("A stain on the cap");
      loading.release();
      await button(page, "Mark as delivered").waitFor();
      expect(await refundForm(page).getByLabel("Reason").inputValue()).toBe("A stain on the cap");
      await refund(page, "10.00", "A stain on the cap");
      await readToast(page, "This order changed since you opened it");
      const refunding = refundForm(page).getByRole("button", { name: "Refund $10.00", disabled: false });
      await refunding.click();
      await readToast(page, "Refund of $10.00 made");
      // A click into a field is nothing typed: what is done is not there to be sent once more.
      const again = await holdBack(page, loadsOf(`/admin/orders/${order.orderId}`));
      const note = page.getByLabel("New note");
      await note.fill("Stained, kept by the customer");
      await button(page, "Add note").click();
      await again.isHeld;
      await note.click();
      again.release();
      await eventually(async () => expect(await note.inputValue()).toBe(""));
    });
  });

  test("[OD-2] unpaid orders are canceled, paid ones canceled with their money, disputes shown and resolved", async () => {
    const [failed, paid, disputed] = [
      await placeFailedOrder(shop, customer()),
      await placeOrder(shop, customer()),
      await placeOrder(shop, customer()),
    ];
    await control(shop, `payments/${disputed.paymentIntentId}/dispute`, { reason: "fraudulent" });
    await browser.visit(`orders canceled ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openOrder(page, failed);
      await openDisclosure(page, /^Cancel order$/);
      await page.getByLabel(/^Yes, cancel this order/).check();
      await button(page, "Cancel order").click();
      await readToast(page, "Order canceled");
      await eventually(async () => expect(await timeline(page)).toContain("Canceled"));
      expect(await page.getByText("Mark as shipped").count()).toBe(0);

      await openOrder(page, paid);
      await openDisclosure(page, /^Cancel and refund \$33\.99$/);
      const form = page.locator("form").filter({ hasText: "cancel this order" });
      await form.getByLabel("Reason").fill("Ordered twice");
      await form.getByLabel(/^Yes, cancel this order/).check();
      await button(page, "Cancel and refund $33.99").click();
      await readToast(page, "Order canceled. Refund of $33.99 made");
      await eventually(async () => expect(await timeline(page)).toContain("Ordered twice"));

      // The provider may have told of it by itself meanwhile.
      await openOrder(page, disputed);
      await button(page, "Sync with Stripe").click();
      await readToast(page, /^Order status (updated from paid to disputed|is already up to date)$/);
      await page.getByRole("heading", { name: "Dispute", exact: true }).waitFor();
      await page.getByText("Needs your response").waitFor();
      await expectSound(page, "order-disputed");
      await button(page, "Mark as resolved").click();
      await readToast(page, "Marked as resolved");
      await button(page, "Mark as resolved").waitFor({ state: "detached" });
    });
  });

  test("[AO-1] [AO-5] several orders at once: shipped in a dialog, packed, synced and exported", async () => {
    const orders: PlacedOrder[] = [];
    for (let index = 0; index < 3; index += 1) orders.push(await placeOrder(shop, customer()));
    const [first, second, third] = orders as [PlacedOrder, PlacedOrder, PlacedOrder];
    const expected = [/status of 422/];
    await browser.visit(`orders bulk ${width}`, { viewport, expected }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(
        page,
        shop,
        `/admin/orders?q=${encodeURIComponent(who)}&status=paid&fulfillment=unfulfilled`,
      );
      const rowOf = (order: PlacedOrder) => page.getByRole("row").filter({ hasText: order.customer.email });
      for (const order of orders) await rowOf(order).getByRole("checkbox").check();
      await page.getByText("3 selected").waitFor();
      if (width === PHONE.width) await expectActionsInView(page, "Selected orders");
      const download = page.waitForEvent("download");
      await button(page, "Export selected").click();
      const lines = (await textOf(await download)).trim().split("\r\n");
      expect(lines).toHaveLength(4);

      await button(page, "Mark as shipped").click();
      const dialog = page.getByRole("dialog", { name: "Mark 3 orders as shipped" });
      await dialog.getByLabel("Carrier").fill("FedEx");
      await dialog.getByLabel(new RegExp(first.customer.name)).fill("7001");
      await dialog.getByLabel(new RegExp(second.customer.name)).fill("7002");
      await expectSound(page, "orders-ship-dialog");
      await dialog.getByRole("button", { name: "Mark as shipped" }).click();
      const told = dialog.getByRole("list", { name: "What happened" });
      await told.waitFor();
      expect(await told.getByRole("listitem").allInnerTexts()).toEqual([
        expect.stringContaining("Order shipped"),
        expect.stringContaining("Order shipped"),
      ]);
      expect(await dialog.getByLabel(new RegExp(third.customer.name)).inputValue()).toBe("");
      // An answer that tells of no order leaves what is done as it is.
      await dialog.getByRole("button", { name: "Mark as shipped" }).click();
      await dialog.getByText("Please enter at least one tracking number.").waitFor();
      expect(await told.getByRole("listitem").count()).toBe(2);
      expect(await dialog.getByLabel(new RegExp(first.customer.name)).count()).toBe(0);
      await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
      await rowOf(first).waitFor({ state: "detached" });

      await openAdmin(page, shop, `/admin/orders?q=${encodeURIComponent(who)}&fulfillment=shipped`);
      await page.getByLabel("Select all on this page").check();
      await button(page, "Sync selected").click();
      await readToast(page, /^Successfully synced \d+ orders$/);
      await button(page, "Mark as delivered").click();
      const delivery = page.getByRole("dialog", { name: /^Mark \d+ orders as delivered$/ });
      await delivery.getByRole("button", { name: "Mark as delivered" }).click();
      await delivery.getByText("Order marked as delivered").first().waitFor();
      await delivery.getByRole("button", { name: "Done" }).click();
      await page.getByText("No orders found").waitFor();

      await openAdmin(page, shop, `/admin/orders?q=${encodeURIComponent(third.customer.email)}`);
      await rowOf(third).getByRole("checkbox").check();
      await button(page, "Print packing slips").click();
      await page.waitForURL("**/admin/orders/slips?id=*");
      const slip = page.getByRole("article", { name: /^Packing slip of ORD-/ });
      expect(await slip.innerText()).toContain(third.customer.name);
      expect(await slip.innerText()).not.toContain("$");
      await expectSound(page, "packing-slip");
      await page.emulateMedia({ media: "print" });
      expect(await slip.isVisible()).toBe(true);
      expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
    });
  });

  test("[EA-5] the tracking numbers of several orders are back after signing in", async () => {
    // There are not enough of the others' cap.
    const item = { productId: await productIdOf(shop, "Starter&#x27;s Box Rope Cap"), price: 3_600 };
    const orders = [await placeOrder(shop, customer(), item), await placeOrder(shop, customer(), item)];
    await browser.visit(`orders bulk ended session ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop, { isOwn: true });
      await openAdmin(
        page,
        shop,
        `/admin/orders?q=${encodeURIComponent(who)}&status=paid&fulfillment=unfulfilled`,
      );
      for (const order of orders)
        await page.getByRole("row").filter({ hasText: order.customer.email }).getByRole("checkbox").check();
      await page.getByText("2 selected").waitFor();
      await button(page, "Mark as shipped").click();
      const dialog = page.getByRole("dialog", { name: "Mark 2 orders as shipped" });
      await dialog.getByLabel("Carrier").fill("FedEx");
      for (const { customer } of orders)
        await dialog.getByLabel(new RegExp(customer.name)).fill(`FX ${customer.email}`);
      await context.clearCookies();
      await dialog.getByRole("button", { name: "Mark as shipped" }).click();
      await signInAgain(page, shop);
      await readToast(page, "What you typed is back");
      expect(await page.getByLabel("Carrier").inputValue()).toBe("FedEx");
      for (const { customer } of orders)
        expect(await page.getByLabel(new RegExp(customer.name)).inputValue()).toBe(`FX ${customer.email}`);
      await button(page, "Mark as shipped").click();
      await page.getByText("2 orders marked as shipped").first().waitFor();
    });
  });

  test("[AO-1] [AO-3] [AO-5] [AD-4] lists, filters, file, a sync that is stopped, and the dashboard", async () => {
    const order = await placeOrder(shop, customer());
    for (let index = 0; index < 5; index += 1) await placeOrder(shop, customer());
    await browser.visit(`orders list ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/dashboard");
      await page.getByRole("link", { name: "90 days" }).click();
      await page.waitForURL("**/admin/dashboard?days=90");
      await page.getByText("Show these days as a table").click();
      const days = page.getByRole("table", { name: /^Revenue and orders per day/ });
      await expect.poll(() => days.getByRole("row").count()).toBe(91);
      await page.getByText("Show these days as a table").click();
      await expectSound(page, "dashboard");

      await openAdmin(page, shop, "/admin/orders");
      const all = page.getByRole("link", { name: /^All Orders/ });
      expect(Number((await all.innerText()).replace(/\D/g, ""))).toBeGreaterThanOrEqual(6);
      // On a phone the filters are a sheet, which Back closes.
      const isPhone = viewport.width < 768;
      const openFilters = () =>
        isPhone ? button(page, "Filters").click() : page.getByText("More filters").click();
      await openFilters();
      if (isPhone) {
        await page.goBack();
        await button(page, "Apply filters").waitFor({ state: "hidden" });
        await openFilters();
      }
      await page.getByLabel("Status", { exact: true }).selectOption("paid");
      await page.getByLabel("Fulfillment").selectOption("unfulfilled");
      await button(page, "Apply filters").click();
      await page.waitForURL(/status=paid/);
      await page.getByRole("link", { name: "Clear search and filters" }).waitFor();
      const row = page.getByRole("row").filter({ hasText: order.customer.email });
      await row.getByRole("link", { name: /^Pack ORD-/ }).waitFor();
      await row.getByText("Rehearsal").waitFor();
      await row.getByText(CAP.name).waitFor();
      await row.getByRole("button", { name: /^More for ORD-/ }).click();
      await row.getByRole("button", { name: /^Sync with Stripe/ }).waitFor();
      await expectSound(page, "orders");
      await page.keyboard.press("Escape");
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Export CSV" }).click();
      const file = await textOf(await download);
      expect(file).toContain(order.customer.email);
      expect(file).toContain("paid,unfulfilled");
      await page.getByRole("link", { name: "Failed" }).click();
      await page.waitForURL(/tab=failed/);
      await page.getByText("No orders found").waitFor();

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
});

test("[AO-1] [OD-1] [OD-2] lists, forms and steps for several orders work in a browser without scripts", async () => {
  const order = await placeOrder(shop, { name: "Noel Script", email: "noel.script@example.com" });
  const options = { expected: [/status of (404|422)/] };
  await browser.visit("orders without scripts", options, async ({ context }) => {
    await enterBackOffice(context, shop);
    const plain = await context.browser()?.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    });
    if (!plain) throw new Error("no browser");
    const sheet = await plain.newPage();
    await sheet.goto(`${shop.url}/admin/orders?q=noel.script`);
    await sheet.getByRole("link", { name: /^ORD-/ }).first().click();
    await sheet.getByLabel("New note").fill("Written without scripts");
    await button(sheet, "Add note").click();
    await sheet.getByText("Note added").waitFor();
    expect(await timeline(sheet)).toContain("Written without scripts");

    await sheet.goto(`${shop.url}/admin/orders?q=noel.script`);
    await button(sheet, "Mark as shipped").click();
    await sheet.getByText("No order was selected.").waitFor();
    await sheet.goBack();
    await sheet.getByRole("checkbox", { name: /^Select ORD-/ }).check();
    await button(sheet, "Mark as shipped").click();
    await sheet.getByLabel("Carrier").fill("UPS");
    await button(sheet, "Mark as shipped").click();
    await sheet.getByText("Please enter at least one tracking number.").waitFor();
    expect(await sheet.getByLabel("Carrier").inputValue()).toBe("UPS");
    await sheet.getByLabel(/^Tracking number of ORD-/).fill("1Z 7");
    await button(sheet, "Mark as shipped").click();
    await sheet.getByText("1 order marked as shipped").waitFor();

    await sheet.goto(`${shop.url}/admin/orders?q=noel.script`);
    await sheet.getByRole("checkbox", { name: /^Select ORD-/ }).check();
    await button(sheet, "Sync selected").click();
    await sheet.getByText("Syncing 1 order").waitFor();
    await sheet.goto(`${shop.url}/admin/orders/slips?id=${order.orderId}`);
    await sheet.getByText("Noel Script").waitFor();
    await sheet.goto(`${shop.url}/admin/orders/00000000-0000-4000-8000-000000000000`);
    await sheet.getByRole("heading", { name: "Order Not Found" }).waitFor();
    await plain.close();
  });
});
