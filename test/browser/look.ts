// Checks of the current page that need no knowledge of it: its markup by html-validate and, with LOOK_FOLDER set to an
// existing folder, copies there as HTML and as pictures for people.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { HtmlValidate, type Message } from "html-validate";
import type { Page } from "playwright-core";
import { accessibilityFaults, RULES } from "./axe.ts";
import { sidewaysScroll } from "./storefront.ts";

/** The narrowest phones and the widest desktops are checked in addition to the widths that the tests use. */
const OTHER_WIDTHS: Readonly<Record<number, number>> = { 390: 320, 1280: 1920 };

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
  rules: {
    // The shop's own files come over the same connection as the page that would name their hashes.
    "require-sri": ["error", { target: "crossorigin", exclude: ["://localhost"] }],
    // Dialogs of the header come before the page's first heading, with the level of a section.
    "heading-level": ["error", { sectioningRoots: [], minInitialRank: "h2" }],
    // The rows below a search field are links, which a <select> can't contain.
    "prefer-native-element": ["error", { exclude: ["listbox"] }],
  },
});
/**
 * Forms without a submit button: Enter submits the search, as its field shows on phones, and the list's filters apply
 * when they are checked (without scripts there is a button).
 */
const NO_BUTTON = { ruleId: "wcag/h32", selector: /dialog(?::nth-child\(\d+\))? > form$|^#list-form$/ };

const TARGET_MIN_PX = 24;

/** What axe, html-validate, and a thumb find wrong with the current page, each with the state in which it was found. */
export async function pageFaults(page: Page, state: string): Promise<string[]> {
  const broken = await accessibilityFaults(page, RULES);
  const found = broken.map(({ id, html }) => `${id}: ${html.map((each) => each.slice(0, 160)).join(" | ")}`);
  const small = (await smallTargets(page)).map((target) => `small target: ${target}`);
  const sideways = await sidewaysScroll(page);
  if (sideways > 0) found.push(`scrolls sideways by ${sideways} px`);
  const markup = await lookAt(
    page,
    state.startsWith("/") ? `${state.split("/")[1]} ${await page.title()}` : state,
  );
  return [...found, ...small, ...markup].map((fault) => `${state} · ${fault}`);
}

/** Controls under 24 px. Links within a sentence may be as small as its words. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const top = document.querySelector("dialog[open]") ?? document;
    const controls = [
      ...top.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary"),
    ];
    const isHidden = (control: HTMLElement) =>
      !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      control.matches(".sr-only, .skip-link");
    const isInSentence = (control: HTMLElement) =>
      control.matches("a") &&
      (control.parentElement?.textContent ?? "").trim().length > (control.textContent ?? "").trim().length;
    // A card's link covers its card.
    const isStretched = (control: HTMLElement) =>
      getComputedStyle(control, "::after").position === "absolute";
    return controls
      .filter((control) => !isHidden(control) && !isInSentence(control) && !isStretched(control))
      .map((control) => control.closest("label") ?? control)
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width > 0 && (width < least || height < least);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  }, TARGET_MIN_PX);
}

/** Errors in the markup of the current page; `state` is the file's name in the folder. */
export async function lookAt(page: Page, state: string): Promise<string[]> {
  const html = await page.content();
  await keep(page, state, html);
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.filter(isFault).map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

function isFault({ ruleId, selector }: Pick<Message, "ruleId" | "selector">): boolean {
  return !(ruleId === NO_BUTTON.ruleId && NO_BUTTON.selector.test(selector ?? ""));
}

async function keep(page: Page, state: string, html: string): Promise<void> {
  const folder = process.env.LOOK_FOLDER;
  const size = page.viewportSize();
  if (!folder || !size) return;
  const fileOf = (width: number, ending: string) =>
    path.join(folder, `${state.replace(/\W+/g, "-").replace(/^-|-$/g, "")}-${width}.${ending}`);
  await writeFile(fileOf(size.width, "html"), html);
  await page.evaluate(loadPictures);
  // Overlays are as high as the window.
  const fullPage = (await page.locator("dialog[open]").count()) === 0;
  const scrolled = await page.evaluate(() => window.scrollY);
  if (fullPage) await page.evaluate(() => window.scrollTo(0, 0));
  for (const width of [OTHER_WIDTHS[size.width] ?? size.width, size.width]) {
    await page.setViewportSize({ ...size, width });
    await page.screenshot({ path: fileOf(width, "png"), fullPage });
  }
  await page.evaluate((top) => window.scrollTo(0, top), scrolled);
}

/** Pictures further down load when scrolled to, which a full-page screenshot does not do. */
async function loadPictures(): Promise<void> {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}
