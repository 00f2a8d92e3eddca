// The three engines that shoppers come with, each as Debian packages it, and how each is started.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#test/servers/postgres.ts";
import { type Wire, wireToDriver, wireToMarionette } from "./wire.ts";

export type Engine = {
  name: string;
  /** Debian's packages with everything that `places` look for. */
  packages: string;
  /** The programs that it takes: the first place of each that exists. */
  programs: Record<string, string[]>;
  start: (programs: Record<string, string>) => Promise<RunningBrowser>;
};

export type RunningBrowser = { wire: Wire; stop: () => Promise<void> };

const START_MS_MAX = 60_000;
const DISPLAYS_FROM = 90;
const SCREEN = "1920x1600x24";

/** A shopper's browser speaks the shop's language, and nothing asks to be the standard browser or to be updated. */
const FIREFOX_PREFERENCES = {
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-US",
};

export const engines: Engine[] = [
  {
    name: "Chromium",
    packages: "chromium chromium-driver",
    programs: {
      browser: [process.env.CHROMIUM_PATH ?? "", "/usr/bin/chromium"],
      driver: ["/usr/bin/chromedriver"],
    },
    start: async ({ browser, driver = "" }) => {
      const port = await freePort();
      const running = run(driver, [`--port=${port}`]);
      const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
      const capabilities = { "goog:chromeOptions": { binary: browser, args } };
      return started([running], () => wireToDriver(`http://127.0.0.1:${port}`, capabilities));
    },
  },
  {
    name: "Firefox ESR",
    packages: "firefox-esr",
    programs: { browser: ["/usr/bin/firefox-esr"] },
    start: async ({ browser = "" }) => {
      const port = await freePort();
      const profile = await mkdtemp(path.join(tmpdir(), "shop-firefox-"));
      const preferences = { ...FIREFOX_PREFERENCES, "marionette.port": port };
      const lines = Object.entries(preferences).map(
        ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
      );
      await writeFile(path.join(profile, "user.js"), lines.join(""));
      const running = run(browser, ["--headless", "--marionette", "--no-remote", "--profile", profile]);
      const { wire, stop } = await started([running], () => wireToMarionette(port));
      return {
        wire,
        stop: async () => {
          await stop();
          await rm(profile, { recursive: true, force: true, maxRetries: 5 });
        },
      };
    },
  },
  {
    name: "WebKitGTK",
    packages: "webkit2gtk-driver xvfb",
    programs: {
      browser: globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"),
      driver: ["/usr/bin/WebKitWebDriver"],
      screen: ["/usr/bin/Xvfb"],
    },
    start: async ({ browser, driver = "", screen = "" }) => {
      const display = freeDisplay();
      const shown = run(screen, [display, "-screen", "0", SCREEN, "-nolisten", "tcp"]);
      const port = await freePort();
      const running = run(driver, [`--port=${port}`], {
        DISPLAY: display,
        GDK_BACKEND: "x11",
      });
      const capabilities = {
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
      };
      return started([running, shown], () => wireToDriver(`http://127.0.0.1:${port}`, capabilities));
    },
  },
];

/** The engine's programs on this machine, or the names of those that are missing. */
export function findPrograms({
  programs,
}: Engine): { found: Record<string, string> } | { missing: string[] } {
  const places = Object.entries(programs).map(
    ([name, candidates]) => [name, candidates.find((place) => existsSync(place))] as const,
  );
  const missing = places.flatMap(([name, place]) => (place === undefined ? [name] : []));
  if (missing.length > 0) return { missing };
  return { found: Object.fromEntries(places.map(([name, place]) => [name, place ?? ""])) };
}

function freeDisplay(): string {
  let number = DISPLAYS_FROM;
  while (existsSync(`/tmp/.X11-unix/X${number}`)) number += 1;
  return `:${number}`;
}

type Running = { child: ChildProcess; said: () => string };

function run(program: string, parameters: string[], environment: Record<string, string> = {}): Running {
  const child = spawn(program, parameters, {
    env: { ...process.env, LANG: "en_US.UTF-8", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    // A browser's own processes end with it.
    detached: true,
  });
  let said = "";
  const collect = (text: string) => {
    said = (said + text).slice(-4_000);
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  child.once("error", (error) => collect(String(error)));
  const atExit = () => end(child);
  process.once("exit", atExit);
  child.once("close", () => process.off("exit", atExit));
  return { child, said: () => said };
}

function end(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

/** Opens the session as soon as the program answers. */
async function started(running: Running[], open: () => Promise<Wire>): Promise<RunningBrowser> {
  const stop = () => {
    for (const { child } of running) end(child);
  };
  const deadline = performance.now() + START_MS_MAX;
  for (;;) {
    try {
      const wire = await open();
      return {
        wire,
        stop: async () => {
          await wire.close().catch(() => {});
          stop();
        },
      };
    } catch (error) {
      const hasEnded = running.some(({ child }) => child.exitCode !== null);
      if (!hasEnded && performance.now() < deadline && isNotYetThere(error)) {
        await pause(200);
        continue;
      }
      stop();
      throw new Error(`It did not start: ${error}\n${running.map(({ said }) => said()).join("\n")}`);
    }
  }
}

function isNotYetThere(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { code?: string }).code === "ECONNREFUSED";
}
