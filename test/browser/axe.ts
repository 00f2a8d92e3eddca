// What axe finds on a page. Its source is half a megabyte, so each document is given it once, however often it is asked.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

declare const window: { axe?: typeof axe };

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What the shop promises of its pages. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] as const;

export type Fault = {
  /** The rule's name. */
  id: string;
  /** The markup of what breaks it. */
  html: string[];
};

/** Faults of the page as it is now, its frames included; by all rules of axe, or by those with one of these tags. */
export async function accessibilityFaults(page: Page, tags?: readonly string[]): Promise<Fault[]> {
  for (const frame of page.frames()) await giveAxe(frame);
  const options: axe.RunOptions = {
    // To describe what is in order takes longer than to find what is not.
    resultTypes: ["violations"],
    ...(tags ? { runOnly: { type: "tag", values: [...tags] } } : {}),
  };
  return page.evaluate(async (asked) => {
    // A color on its way to another one is none of the design's.
    const ending = document.getAnimations().filter(({ timeline, playState, effect }) => {
      // What follows the scrolling or turns for ever does not end.
      const ends = timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity;
      return ends && playState === "running";
    });
    await Promise.allSettled(ending.map((each) => each.finished));
    if (!window.axe) throw new Error("The page was left while axe was given to it");
    const { violations } = await window.axe.run(asked);
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
  }, options);
}

async function giveAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(SOURCE);
  // Frames of another origin answer the page, too.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}
