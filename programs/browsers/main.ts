// `node programs/browsers/main.ts [Firefox]`: the purchase and the main journeys in Chromium, Firefox ESR and WebKitGTK, as
// Debian packages them, each in a wide window and in the narrowest that it opens. A browser that is missing is a
// failure. Exit codes: 0 all passed, 1 something failed or is missing, 2 no such browser.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { startShop } from "#test/browser/shop-process.ts";
import { readCommandLine, refuseUnknown } from "../command-line.ts";
import { type Engine, engines, findPrograms } from "./engines.ts";
import { journeys } from "./journeys.ts";
import { shopperOf } from "./shopper.ts";

const WIDTHS = { wide: 1280, narrow: 390 };
const HEIGHT = 900;
/** What React says of a part that was translated before it took it over. */
const DRAWN_AGAIN = /React error #418/;
const PICTURES = path.join(import.meta.dirname, "../../test-results");

const { positionals: wanted } = readCommandLine("node programs/browsers/main.ts [NAME …]", {
  allowPositionals: true,
});
const isCalled = (name: string, word: string) => name.toLowerCase().includes(word.toLowerCase());
const names = engines.map(({ name }) => name);
const unknown = wanted.filter((word) => !names.some((name) => isCalled(name, word)));
refuseUnknown("browser", unknown, names);
const chosen = engines.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => isCalled(name, word)),
);

let failed = 0;
for (const engine of chosen) failed += await tryEngine(engine);
console.log(failed === 0 ? "Every journey passed in every browser." : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);

/** All journeys in one browser, each as a new visitor; returns how many failed. */
async function tryEngine(engine: Engine): Promise<number> {
  const programs = findPrograms(engine);
  if ("missing" in programs) {
    console.log(
      `${engine.name}: MISSING (${programs.missing.join(", ")}). On Debian: apt-get install ${engine.packages}`,
    );
    return 1;
  }
  let failures = 0;
  for (const [window, width] of Object.entries(WIDTHS)) {
    const shop = await startShop({ clockAheadMs: 0 });
    try {
      for (const { name, run, isTranslated = false } of journeys) {
        const started = performance.now();
        const { wire, stop } = await engine.start(programs.found);
        const shopper = shopperOf(wire, shop.url, { isTranslated });
        try {
          await shopper.resize(width, HEIGHT);
          await run(shopper);
          const errors = (await shopper.errors()).filter(
            (error) => !(isTranslated && DRAWN_AGAIN.test(error)),
          );
          if (errors.length > 0) throw new Error(`The page reported:\n  ${errors.join("\n  ")}`);
          console.log(`${engine.name}, ${window}: passed  ${name} (${seconds(started)} s)`);
        } catch (error) {
          failures += 1;
          const at = await shopper.address().catch(() => "a page that doesn't answer");
          console.log(`${engine.name}, ${window}: FAILED  ${name}\n  at ${at}: ${error}`);
          await mkdir(PICTURES, { recursive: true });
          const file = path.join(
            PICTURES,
            `${engine.name}-${window}-${name.slice(0, 30)}.png`.replace(/[^\w.]+/g, "-"),
          );
          // This is recorded for debugging; the failure itself has been reported.
          await shopper.picture().then(
            (picture) => writeFile(file, picture),
            () => {},
          );
        } finally {
          await stop();
        }
      }
    } finally {
      await shop.stop();
    }
  }
  return failures;
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
