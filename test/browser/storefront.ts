// What the tests of the storefront share: how a page is read without a browser, and the places of a page
// that every test looks at.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { pageText } from "#test/pages/page-text.ts";

/** The two widths at which every row of the requirements is looked at. */
export const WIDTHS = [
  { width: 390, viewport: { width: 390, height: 844 } },
  { width: 1280, viewport: { width: 1280, height: 900 } },
];

/** What the browser reports about a request that the test breaks on purpose. */
export const BROKEN_REQUEST = /Failed to load resource|net::ERR|Failed to fetch|NetworkError/;

export type ServedPage = { status: number; html: string; text: string; headers: Headers };

/** A page as the server sends it, and the text in it without markup and scripts. */
export async function served(address: string, init: RequestInit = {}): Promise<ServedPage> {
  const response = await fetch(address, init);
  const html = await response.text();
  return { status: response.status, html, text: pageText(html), headers: response.headers };
}

/** Requests to this address wait until the returned function is called. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** The one message that is shown. */
export function toastOf(page: Page) {
  return page.locator(".toast");
}

/** Waits for a message with this title and, where given, this text. */
export async function seesToast(page: Page, title: string, description?: string): Promise<void> {
  await toastOf(page).getByText(title, { exact: true }).waitFor();
  if (description) await toastOf(page).getByText(description, { exact: true }).waitFor();
  expect(await toastOf(page).count()).toBe(1);
}

export function cartButton(page: Page) {
  return page.getByRole("button", { name: /^Open cart/ });
}

/** The names on the cards of the list, in order. */
export async function namesIn(page: Page): Promise<string[]> {
  return page.locator(".product-grid .card-link").allInnerTexts();
}

/** The card of one product. */
export function cardOf(page: Page, name: string) {
  return page
    .locator(".product-card")
    .filter({ has: page.getByRole("link", { name, exact: true }) })
    .first();
}

/** How far the page can be scrolled sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { documentElement: root } = document;
    return Math.max(root.scrollWidth, document.body.scrollWidth) - root.clientWidth;
  });
}
