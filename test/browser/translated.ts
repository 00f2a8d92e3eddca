// A page as a browser's translator leaves it: each text node, including those that React renders later, is replaced by
// two elements around a longer text. React still refers to the removed nodes.
import type { Page } from "playwright-core";

/** Words as long as in Spanish. */
export const inSpanish = (text: string): string =>
  text.replace(/\p{L}{4,}/gu, (word) => word + word.slice(-2).toLowerCase());

/** The original words of a translated text. */
export const fromSpanish = (text: string): string =>
  text.replace(/\p{L}{6,}/gu, (word) => {
    const [end, before] = [word.slice(-2), word.slice(-4, -2)];
    return end === before.toLowerCase() ? word.slice(0, -2) : word;
  });

/** Call this before the first page is opened. */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(translator);
}

/** Runs in the page, once. */
export function translator(): void {
  if ("isTranslated" in window) return;
  Object.assign(window, { isTranslated: true });
  const translate = (text: Text) => {
    const parent = text.parentElement;
    const isSeen = parent && !parent.closest("font,script,style,title,noscript,textarea,option,svg");
    if (!isSeen || !/\p{L}{2}/u.test(text.data)) return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    inner.textContent = text.data.replace(/\p{L}{4,}/gu, (word) => word + word.slice(-2).toLowerCase());
    text.replaceWith(outer);
  };
  const translateIn = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  // The translator starts when the page has loaded.
  const isTakenOver = () => "__reactRouterContext" in window && !("takeOver" in window);
  const begin = () => {
    if (!isTakenOver()) return void setTimeout(begin, 20);
    translateIn(document.body);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) translate(target);
        for (const node of addedNodes) node instanceof Text ? translate(node) : translateIn(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    document.documentElement.lang = "es";
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
}
