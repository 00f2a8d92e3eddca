// What a shopper does in a page, as WebDriver does it: real clicks and keys at what has the role's selector and the
// name. Everything waits until it can be done.
import { setTimeout as pause } from "node:timers/promises";
import { fromSpanish, translator } from "#test/browser/translated.ts";
import { type SlowLine, startSlowLine } from "./slow-line.ts";
import { Refused, type Wire } from "./wire.ts";

const WAIT_MS_MAX = 20_000;
const PAUSE_MS = 50;
/** What a page says while it is busy with something else: worth another try. */
const PASSING = [
  "element click intercepted",
  "element not interactable",
  "stale element reference",
  "no such element",
];
/** The name under which WebDriver sends elements. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** A visible element by selector and name (label, aria-label or text); the last open dialog hides what is below it. */
export type Target = { selector: string; name?: string | RegExp };

export type Shopper = ReturnType<typeof shopperOf>;

/** With `isTranslated` the browser translates each page; targets keep their names. */
export function shopperOf(wire: Wire, origin: string, { isTranslated = false } = {}) {
  const run = <Result>(body: string, ...args: unknown[]) =>
    wire.send("ExecuteScript", { script: body, args }) as Promise<Result>;

  const find = async ({ selector, name }: Target): Promise<string | null> => {
    const [exact, pattern, flags] =
      name instanceof RegExp ? [null, name.source, name.flags] : [name ?? null, "", ""];
    if (isTranslated) await run(`(${translator})()`);
    const found = await run<Record<string, string> | null>(FIND, selector, exact, pattern, flags);
    return found?.[ELEMENT] ?? null;
  };

  /** Tries until it works, and says what it waited for when it does not. */
  const until = async <Result>(
    what: string,
    attempt: () => Promise<Result | null | false>,
  ): Promise<Result> => {
    const deadline = performance.now() + WAIT_MS_MAX;
    for (;;) {
      const result = await attempt().catch((error: unknown) => {
        if (error instanceof Refused && PASSING.includes(error.code)) return null;
        throw error;
      });
      if (result !== null && result !== false) return result;
      if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
      await pause(PAUSE_MS);
    }
  };

  const at = <Result>(target: Target, act: (id: string) => Promise<Result>): Promise<Result> =>
    until(inWords(target), async () => {
      const id = await find(target);
      return id === null ? null : act(id);
    });

  const done = async (acted: Promise<unknown>): Promise<true> => {
    await acted;
    return true;
  };

  /** React has taken the page over, so that a click is answered. Errors are noted from here on. */
  const ready = async () => {
    await until("the page's scripts", () => run<boolean>(IS_READY));
    await run(NOTE_ERRORS);
  };

  const address = async () => String(await wire.send("GetCurrentURL"));

  return {
    run,
    until,
    ready,
    address,
    open: async (path: string) => {
      await wire.send("Navigate", { url: origin + path });
      await ready();
    },
    /** The page as the server draws it: its scripts come when the line is released. */
    openBeforeScripts: async (path: string): Promise<SlowLine> => {
      const line = await startSlowLine(origin);
      await wire.send("Navigate", { url: line.origin + path });
      await until("a page without its scripts", () => run<boolean>("return 'takeOver' in window"));
      return line;
    },
    back: async () => {
      await wire.send("Back");
    },
    resize: async (width: number, height: number) => {
      await wire.send("SetWindowRect", { width, height });
    },
    click: (target: Target) => {
      let before = "";
      return at(target, async (id) => {
        const place = await run<string>(CENTER, { [ELEMENT]: id });
        // What still moves into its place is not hit.
        if (place === before) return done(wire.send("ElementClick", { id }));
        before = place;
        return null;
      });
    },
    type: (target: Target, text: string) =>
      at(target, async (id) => {
        await run(CENTER, { [ELEMENT]: id });
        await wire.send("ElementClear", { id });
        return done(wire.send("ElementSendKeys", { id, text }));
      }),
    sees: (target: Target) => at(target, async () => true),
    seesNot: (target: Target) => until(`no ${inWords(target)}`, async () => (await find(target)) === null),
    count: (selector: string) =>
      run<number>("return document.querySelectorAll(arguments[0]).length", selector),
    isAt: (path: string | RegExp) =>
      until(`the address ${path}`, async () => {
        const { pathname, search } = new URL(await address());
        return typeof path === "string" ? pathname + search === path : path.test(pathname + search);
      }),
    /** What the page's scripts have thrown since it was opened. */
    errors: () => run<string[]>("return window.notedErrors ?? []"),
    picture: async () => Buffer.from(String(await wire.send("TakeScreenshot", { full: false })), "base64"),
  };
}

function inWords({ selector, name }: Target): string {
  return name === undefined ? selector : `${selector} named ${name}`;
}

const FIND = `
const [selector, exact, source, flags] = arguments;
const pattern = new RegExp(source, flags);
const original = ${fromSpanish};
const textOf = (element) => (element.querySelector("font") ? original(element.textContent) : element.textContent);
const isNamed = (name) => (exact === null ? pattern.test(name) : name === exact);
const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
const nameOf = (element) =>
  element.getAttribute("aria-label") ?? textOf(element.labels?.[0] ?? element) ?? "";
const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
return (
  [...top.querySelectorAll(selector)].find(
    (element) => isShown(element) && isNamed(nameOf(element).replace(/\\s+/g, " ").trim()),
  ) ?? null
);`;

/** Into the middle, as a person scrolls: what is fixed to an edge would lie over it. */
const CENTER = `
arguments[0].scrollIntoView({ block: "center", behavior: "instant" });
return JSON.stringify(arguments[0].getBoundingClientRect());`;

const IS_READY = `
if (document.readyState !== "complete") return false;
if (!("__reactRouterContext" in window)) return true;
const container = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
return container !== undefined && document[container].stateNode.current.memoizedState?.isDehydrated === false;`;

const NOTE_ERRORS = `
if (window.notedErrors) return;
window.notedErrors = [];
addEventListener("error", (event) => window.notedErrors.push(String(event.error?.stack ?? event.message)));
addEventListener("unhandledrejection", (event) => window.notedErrors.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) =>
  window.notedErrors.push("content security policy: " + event.violatedDirective + " " + event.blockedURI),
);`;
