// What axe finds on a page. Its source is half a megabyte, so each document loads it only once.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

declare const window: { axe?: typeof axe };

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What the shop promises for its pages. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] as const;

export type Fault = {
  /** The rule's name. */
  id: string;
  /** The markup that breaks the rule. */
  html: string[];
};

/** Violations on the current page, including its frames; by all rules of axe, or by those with one of these tags. */
export async function accessibilityFaults(page: Page, tags?: readonly string[]): Promise<Fault[]> {
  for (const frame of page.frames()) await giveAxe(frame);
  const options: axe.RunOptions = {
    // Describing passes takes longer than finding violations.
    resultTypes: ["violations"],
    ...(tags ? { runOnly: { type: "tag", values: [...tags] } } : {}),
  };
  return page.evaluate(async (asked) => {
    // A color in transition is not part of the design. Its `finished` never resolves in a form that is being closed.
    const isEnding = ({ timeline, playState, effect }: Animation) =>
      // Scroll-driven and endless animations never finish.
      timeline === document.timeline &&
      effect?.getComputedTiming().endTime !== Infinity &&
      playState === "running";
    while (document.getAnimations().some(isEnding)) await new Promise((wait) => setTimeout(wait, 16));
    if (!window.axe) throw new Error("The page was left while axe was loading");
    // The storefront's pages are checked as pages; two previews next to each other have each landmark twice.
    const { violations } = await window.axe.run({ exclude: ["iframe[src^='/preview/']"] }, asked);
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
  }, options);
}

async function giveAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(SOURCE);
  // Frames of another origin answer the page, too.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}
