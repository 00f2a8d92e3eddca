// The steps of the journeys. Each one acts as a person does (roles, labels, texts) and ends on the page where the next
// one starts.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { RunningShop } from "./shop-process.ts";

export const CAP = { name: "Night Putt Rope Cap", price: "$28.00" };
export const SHIRT = { name: "First Tee Polo", size: "L", price: "$72.00" };
export const SHIPPING = "$5.99";

export const CARDS = {
  succeeds: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  authenticates: "4000 0027 6000 3184",
};

export type Customer = { name: string; email: string };

/** Adds the cap to the cart from its card in the list of hats; the open drawer shows it. */
export async function openCartWithCap(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/shop?category=HATS`);
  await page.getByRole("button", { name: new RegExp(`^Add to Cart\\s*: ${CAP.name}$`) }).click();
  await cartDrawer(page).getByText(CAP.name).first().waitFor();
}

/** Like openCartWithCap, and back to the list. */
export async function addCap(page: Page, url: string): Promise<void> {
  await openCartWithCap(page, url);
  const drawer = cartDrawer(page);
  await drawer.getByRole("button", { name: "Continue Shopping" }).click();
  await drawer.waitFor({ state: "hidden" });
}

/** Opens the shirt from the list of shirts, picks a size that is not preselected, and adds it to the cart. */
export async function addShirt(page: Page): Promise<void> {
  await page.getByRole("contentinfo").locator('a[href="/shop?category=SHIRTS"]').click();
  await page.waitForURL("**/shop?category=SHIRTS");
  await page.getByRole("link", { name: SHIRT.name, exact: true }).click();
  await page.waitForURL("**/product/*/*");
  await page.getByRole("heading", { level: 1, name: SHIRT.name }).waitFor();
  const options = page.getByRole("group", { name: "Size" });
  await options.getByText(SHIRT.size, { exact: true }).click();
  expect(await options.getByRole("radio", { name: SHIRT.size, exact: true }).isChecked()).toBe(true);
  await page
    .getByRole("main")
    .getByRole("button", { name: `Add to Cart · ${SHIRT.size}`, exact: true })
    .click();
  await cartDrawer(page).getByText(`${SHIRT.name} (${SHIRT.size})`).first().waitFor();
}

export function cartDrawer(page: Page) {
  return page.getByRole("dialog", { name: /Your Cart/ });
}

/** From the open drawer to the payment step, with a complete postal address. */
export async function fillShipping(page: Page, customer: Customer): Promise<void> {
  await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
  await page.waitForURL("**/checkout");
  await fillAddress(page, customer);
}

/** From the checkout page's form to the payment step. */
export async function fillAddress(page: Page, customer: Customer): Promise<void> {
  await submitAddress(page, customer);
  await page.getByRole("heading", { name: "Payment Information" }).waitFor();
}

/** Fills in the checkout page's form and submits it; the caller checks the outcome. */
export async function submitAddress(page: Page, customer: Customer): Promise<void> {
  const form = page.getByRole("form", { name: "Shipping Information" });
  await form.getByLabel("Email", { exact: true }).fill(customer.email);
  await form.getByLabel("Full name").fill(customer.name);
  await form.getByLabel("Address", { exact: true }).fill("18 Fairway Drive");
  await form.getByLabel("City").fill("Phoenix");
  await form.getByLabel("State").selectOption("AZ");
  await form.getByLabel("ZIP code").fill("85001");
  await form.getByRole("button", { name: "Continue to Payment" }).click();
}

/** Types a card into the payment form and presses 'Pay Now'; the caller checks the outcome. */
export async function payWith(page: Page, cardNumber: string): Promise<void> {
  await fillCard(page, cardNumber);
  await payNow(page).click();
}

export function payNow(page: Page) {
  return page.getByRole("button", { name: /^Pay Now/ });
}

/** Types a card into the payment form. */
export async function fillCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel("Card number").fill(cardNumber);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("ZIP code").fill("85001");
}

/** Waits for the confirmation page and returns the order's ids from its URL. */
export async function confirmation(page: Page): Promise<{ orderId: string; paymentIntentId: string }> {
  await page.waitForURL(/\/checkout\/confirmation\?/, { timeout: 30_000 });
  const query = new URL(page.url()).searchParams;
  const orderId = query.get("order_id") ?? "";
  const paymentIntentId = query.get("payment_intent_id") ?? "";
  expect(orderId).toMatch(/^[0-9a-f-]{36}$/);
  expect(paymentIntentId).toMatch(/^pi_/);
  await page
    .getByText(`${orderId.slice(0, 22)}...`)
    .first()
    .waitFor({ timeout: 30_000 });
  return { orderId, paymentIntentId };
}

/** The text of the page's main part, with single spaces. */
export async function mainText(page: Page): Promise<string> {
  return (await page.getByRole("main").innerText()).replace(/\s+/g, " ");
}

export async function signIn(page: Page, shop: RunningShop): Promise<void> {
  await page.goto(`${shop.url}/admin/login`);
  await page.getByLabel(/e-?mail/i).fill(shop.adminEmail);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(shop.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin/dashboard");
}

const ORDER_SECONDS_MAX = 45;

/** Reloads the list of orders until this customer's paid order is there, and opens it. */
export async function openOrderOf(page: Page, shop: RunningShop, customer: Customer): Promise<void> {
  const deadline = Date.now() + ORDER_SECONDS_MAX * 1_000;
  const paid = page
    .getByRole("main")
    .getByRole("row")
    .filter({ hasText: customer.name })
    .filter({ hasText: /paid/i });
  for (;;) {
    await page.goto(`${shop.url}/admin/orders`);
    if ((await paid.count()) > 0) break;
    if (Date.now() > deadline) throw new Error(`No paid order of ${customer.name} in the list of orders`);
    await page.waitForTimeout(500);
  }
  expect(await paid.count()).toBe(1);
  await paid.getByRole("link", { name: /^ORD-/ }).click();
  await page.waitForURL(/\/admin\/orders\/[0-9a-f-]{36}$/);
  await page.getByText("Customer Information").first().waitFor();
}

type StoredEmail = { to: { name: string; address: string }; subject: string; text: string; html: string };

/** The emails to one recipient in the shop's dev mailbox. */
export async function emailsTo(shop: RunningShop, address: string): Promise<StoredEmail[]> {
  const folder = path.join(shop.dataDir, "mailbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  const mails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), "utf8")) as StoredEmail),
  );
  return mails.filter((mail) => mail.to.address === address);
}
