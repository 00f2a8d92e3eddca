// A real Chromium for the journeys. Each test gets a separate browser context, and anything the browser reports along
// the way (a console error, an uncaught exception, a violated content security policy, a request that failed on our
// side) fails that test, even if the journey itself passed.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page, type Response } from "playwright-core";
import { expect, vi } from "vitest";
import { findChromium } from "./chromium.ts";
import { BROWSER_ZONE, clockShiftMs, shiftClock } from "./three-zones.ts";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page lives for seconds: optimizing its scripts takes longer than it saves.
  "--js-flags=--no-turbofan,--no-maglev",
];

const STEP_TIMEOUT_MS = 20_000;
/** An email or a webhook may need its second attempt. */
const EVENTUALLY_MS = 30_000;
/** The time limit for pages that never settle. */
const AT_REST_MS = 5_000;
const SCREENSHOTS = path.join(import.meta.dirname, "../../test-results");

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Browser errors so far. */
  complaints: string[];
};

type VisitOptions = {
  viewport?: { width: number; height: number };
  /** Errors that the test provokes on purpose. */
  expected?: RegExp[];
};

/** Retries until `check` no longer throws. Patient: a busy machine is not a failure. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: EVENTUALLY_MS });
}

let shared: Promise<Browser> | null = null;

/** One for all files of a worker; it ends with the worker. If it dies, another one is started. */
async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (!running?.isConnected()) shared = launch();
  return (await shared) as Browser;
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: npm test installs one, or set CHROMIUM_PATH");
  return patient(await chromium.launch({ executablePath, args: FLAGS }));
}

/** Opens a fresh context of the one Chromium for each journey. */
export function browserForTests(): {
  visit: (name: string, options: VisitOptions, journey: (visit: Visit) => Promise<void>) => Promise<void>;
} {
  return {
    visit: async (name, { viewport = DESKTOP, expected = [] }, journey) => {
      const browser = await sharedBrowser();
      const context = await browser.newContext({ viewport, locale: "en-US" });
      context.setDefaultTimeout(STEP_TIMEOUT_MS);
      const complaints: string[] = [];
      const page = await context.newPage();
      collectComplaints(context, page, complaints);
      try {
        await journey({ page, context, complaints });
        expect(
          complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
        ).toEqual([]);
      } catch (error) {
        await keepScreenshot(page, name);
        throw withComplaints(error, complaints);
      } finally {
        await context.close();
      }
    },
  };
}

/**
 * Every context of this browser runs in the browser's time zone at the tests' hour, and every page opened by URL, or
 * whose URL is awaited, is ready once its scripts have taken over.
 */
function patient(browser: Browser): Browser {
  const openContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await openContext({ timezoneId: BROWSER_ZONE, ...options });
    await context.addInitScript(shiftClock, clockShiftMs);
    const openPage = context.newPage.bind(context);
    context.newPage = async () => patientPage(await openPage());
    return context;
  };
  return browser;
}

/** Closing a dialog removes its history entry, which would cancel a navigation in progress. */
const isSettled = () => document.querySelector("dialog[open]") !== null || !history.state?.layer;

function patientPage(page: Page): Page {
  for (const way of ["goto", "reload", "goBack", "goForward"] as const) {
    const go = page[way].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    page[way] = async (...args: unknown[]) => {
      if (way === "goto") await page.waitForFunction(isSettled);
      const response = await go(...args);
      await hydrated(page);
      return response;
    };
  }
  // A link changes the address before the page is rendered, which closes anything opened in between.
  const waitForURL = page.waitForURL.bind(page);
  page.waitForURL = async (...args) => {
    await waitForURL(...args);
    await hydrated(page);
  };
  return page;
}

/** Opens a page whose scripts are held back, so waiting for them would never end. */
export async function openBeforeScripts(page: Page, url: string): Promise<void> {
  const { goto } = Object.getPrototypeOf(page) as Page;
  await goto.call(page, url, { waitUntil: "domcontentloaded" });
}

/**
 * React has hydrated the whole document and has settled, including its effects, so it responds to typing, clicks, and
 * moves from now on. Immediate where no scripts run, or none of ours.
 */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction((timeout) => {
    if (!("__reactRouterContext" in window)) return true;
    const [, root] =
      Object.entries(document).find(([name]) => name.startsWith("__reactContainer$")) ?? ([] as const);
    if (root?.stateNode.current.memoizedState?.isDehydrated !== false) return false;
    return new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout }));
  }, AT_REST_MS);
}

function collectComplaints(context: BrowserContext, page: Page, complaints: string[]): void {
  context.on("console", (message) => {
    // The console also reports a violated content security policy as an error.
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) =>
    complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  );
  page.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} from ${response.url()}`);
  });
}

async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const file = path.join(SCREENSHOTS, `${name.replace(/[^a-z0-9]+/gi, "-")}.png`);
  await page.screenshot({ path: file, fullPage: true }).catch(() => {});
}

function withComplaints(error: unknown, complaints: string[]): unknown {
  if (error instanceof Error && complaints.length > 0) {
    error.message += `\nThe browser complained:\n  ${complaints.join("\n  ")}`;
  }
  return error;
}
