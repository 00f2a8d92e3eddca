// Helpers for the back office tests: a session without the sign-in form, a page whose scripts are ready, and checks of
// a whole page. `signIn` of the journey tests the form itself, once.
import type { BrowserContext, Cookie, Locator, Page, Request } from "playwright-core";
import { expect } from "vitest";
import { accessibilityFaults, RULES } from "./axe.ts";
import { DESKTOP, eventually, PHONE } from "./browser.ts";
import { lookAt } from "./look.ts";
import type { RunningShop } from "./shop-process.ts";
import { sidewaysScroll } from "./storefront.ts";

const NARROW = 360;

type SessionCookie = Pick<Cookie, "name" | "value" | "httpOnly" | "sameSite"> & { url: string };

const sessions = new WeakMap<RunningShop, Promise<SessionCookie[]>>();

/**
 * Signs everyone in this browser context in as the owner. The session is opened once per shop and shared: a test that
 * ends sessions opens a separate one (`isOwn`) or signs in by the form.
 */
export async function enterBackOffice(
  context: BrowserContext,
  shop: RunningShop,
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<void> {
  const known = isOwn ? undefined : sessions.get(shop);
  const opening = known ?? openSession(shop);
  if (!isOwn) sessions.set(shop, opening);
  await context.addCookies(await opening);
}

/** Posts the sign-in form like a browser without scripts. */
async function openSession(shop: RunningShop): Promise<SessionCookie[]> {
  const answer = await fetch(`${shop.url}/admin/login`, {
    method: "POST",
    headers: { Origin: shop.url },
    body: new URLSearchParams({ email: shop.adminEmail, password: shop.adminPassword }),
    redirect: "manual",
  });
  const lines = answer.headers.getSetCookie().filter((line) => !line.startsWith("admin_notice="));
  if (answer.status !== 302 || lines.length === 0) {
    throw new Error(`The sign-in answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  }
  return lines.map((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value, url: shop.url, httpOnly: /;\s*HttpOnly/i.test(line), sameSite: "Lax" as const };
  });
}

/** After the session has ended: signs in again from where the submit led, back to the page that was submitted. */
export async function signInAgain(page: Page, shop: RunningShop): Promise<void> {
  await page.waitForURL("**/admin/login?from=*");
  await page.getByLabel(/e-?mail/i).fill(shop.adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(shop.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Opens a page of the back office by its path. */
export async function openAdmin(page: Page, shop: RunningShop, path: string): Promise<void> {
  await page.goto(`${shop.url}${path}`);
}

/** Holds back requests of the page until it is released; `isHeld` resolves with the first such request. */
export async function holdBack(page: Page, isMeant: (request: Request) => boolean) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/*", async (route) => {
    if (isMeant(route.request())) {
      held.resolve();
      await released.promise;
    }
    await route.fallback();
  });
  return { isHeld: held.promise, release: () => released.resolve() };
}

/** For `holdBack`: a page's form, by path and a part of the data that it sends. */
export function sentTo(path: string, part = ""): (request: Request) => boolean {
  return (request) =>
    request.method() === "POST" && isOf(path, request) && (request.postData() ?? "").includes(part);
}

/** For `holdBack`: the data that a page reloads, by its path. */
export function loadsOf(path: string): (request: Request) => boolean {
  return (request) => request.method() === "GET" && isOf(path, request);
}

function isOf(path: string, request: Request): boolean {
  return new URL(request.url()).pathname === `${path}.data`;
}

/** axe and html-validate find nothing on the current page, and the page fits its width. */
export async function expectSound(page: Page, what: string): Promise<void> {
  // A button under the pointer changes its colors once its action is done.
  await page.mouse.move(0, 0);
  const faults = await accessibilityFaults(page, RULES);
  const found = faults.map(({ id, html }) => `${id}: ${html.map((each) => each.slice(0, 200)).join(" | ")}`);
  expect(found, what).toEqual([]);
  expect(await sidewaysScroll(page), `${what} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await lookAt(page, `admin ${what}`), what).toEqual([]);
}

/** On a phone and on a desktop. */
export async function expectSoundOnBoth(page: Page, what: string): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP;
  for (const each of [PHONE, DESKTOP]) {
    await page.setViewportSize(each);
    await expectSound(page, `${what} at ${each.width} px`);
  }
  await page.setViewportSize(size);
}

/** The page also fits the narrowest phones. */
export async function expectFitsNarrow(page: Page, what: string): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP;
  await page.setViewportSize({ ...size, width: NARROW });
  expect(await sidewaysScroll(page), `${what} scrolls sideways at ${NARROW} px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

/** Waits for a message that was not read before. The message stays: none may block what the owner does next. */
export async function readToast(page: Page, text: string | RegExp): Promise<void> {
  const card = await unreadToast(page, text).elementHandle();
  // The same text shown again is another element.
  await card?.evaluate((element) => element.setAttribute("data-read", ""));
}

export function unreadToast(page: Page, text: string | RegExp): Locator {
  return page.locator(".toast:not([data-read])").filter({ has: page.getByText(text) });
}

/** On a phone: each action for the selected rows is visible, and the last row can be scrolled out from under them. */
export async function expectActionsInView(page: Page, formName: string): Promise<void> {
  const bar = page.getByRole("form", { name: formName });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const control of await bar.locator(":is(button, select, input):visible").all()) {
    const box = await control.boundingBox();
    if (!box) throw new Error("An action has no box");
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
  }
  await eventually(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [row, top] = [await page.getByRole("row").last().boundingBox(), (await bar.boundingBox())?.y];
    if (!row || top === undefined) throw new Error("No row, or no actions");
    expect(row.y + row.height).toBeLessThanOrEqual(top);
  });
}

/** On an order's page: marks all unshipped items as picked up by the customer and delivered. */
export async function handOver(page: Page): Promise<void> {
  await page.getByLabel("Delivery method").selectOption("pickup");
  await page.getByRole("button", { name: "Mark as shipped" }).click();
  await readToast(page, "Order shipped");
  await page.getByRole("button", { name: "Mark as delivered" }).click();
  await readToast(page, "Order marked as delivered");
}

/** Counts the presses of buttons and links from now on, including on later pages. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("clicked", () => {
    clicks += 1;
  });
  await page.evaluate(() => {
    const { clicked } = window as unknown as { clicked: () => void };
    // Counts presses that reach the page: one that the driver cancels, because the page moved under it, does not.
    addEventListener("click", clicked);
  });
  return () => clicks;
}
