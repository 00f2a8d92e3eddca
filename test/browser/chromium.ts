// Where a Chromium can be: named by the environment, the system's, or Playwright's. The headless shell, where there is
// one, takes half the time for the same tests: it is the same engine without a browser window.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

export const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const SYSTEM_PLACES = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of a Chromium or Chrome program, or null. CHROMIUM_PATH wins and must exist when it is set. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return named;
  }
  return [...SYSTEM_PLACES, chromium.executablePath()].find((place) => existsSync(place)) ?? null;
}
