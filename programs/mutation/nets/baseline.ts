// What the nets say of the clean code, and how long they take: a net that fails there proves nothing about a mutant. What
// was measured is kept beside the tree for the same content, so that a run that goes on does not measure again.
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Where } from "./run-program.ts";
import { type Project, runTests } from "./tests.ts";

/** A clean net that takes longer than this is broken. */
const CLEAN_LIMIT_MS = 900_000;

export class NetBroken extends Error {}

export class Baseline {
  readonly #file: string;
  readonly #seconds: Map<string, number>;

  /** `folder`: where it is kept. */
  constructor(root: string, folder: string) {
    this.#file = path.join(folder, `clean-${contentHash(root)}.json`);
    this.#seconds = new Map(Object.entries(readKept(this.#file)));
  }

  /** NaN for what was not measured. */
  secondsOf(net: string): number {
    return this.#seconds.get(net) ?? Number.NaN;
  }

  testSeconds(project: Project, file: string): number {
    return this.secondsOf(`${project} ${file}`);
  }

  /** Runs `net` on the clean code once; `run` answers what is wrong, or null. */
  async measure(net: string, run: () => Promise<string | null>): Promise<void> {
    if (this.#seconds.has(net)) return;
    const began = performance.now();
    const wrong = await run();
    if (wrong !== null) throw new NetBroken(`${net} fails on the clean code, so it proves nothing: ${wrong}`);
    this.#seconds.set(net, (performance.now() - began) / 1_000);
    this.#keep();
  }

  /** Runs the test files that were not measured yet. */
  async measureTests(where: Where, project: Project, files: string[]): Promise<void> {
    const missing = files.filter((file) => Number.isNaN(this.testSeconds(project, file)));
    if (missing.length === 0) return;
    const limit = { limitMs: CLEAN_LIMIT_MS, bails: false };
    const tested = await runTests(where, { project, files: missing, ...limit });
    if (tested.isOverTime || tested.failed !== null) {
      const why = tested.isOverTime ? `no end after ${CLEAN_LIMIT_MS / 1_000} s` : tested.failed;
      throw new NetBroken(`the ${project} tests fail on the clean code, so they prove nothing: ${why}`);
    }
    for (const [file, seconds] of tested.seconds) this.#seconds.set(`${project} ${file}`, seconds);
    const sum = [...tested.seconds.values()].reduce((total, seconds) => total + seconds, 0);
    this.#seconds.set(`${project} start`, Math.max(1, tested.wholeSeconds - sum));
    const unseen = missing.find((file) => !tested.seconds.has(file));
    if (unseen) throw new NetBroken(`the test runner did not run ${unseen} in project ${project}`);
    this.#keep();
  }

  #keep(): void {
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#seconds), null, 1));
  }
}

function readKept(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** Of everything that a net runs; this program's own results are no part of it. */
function contentHash(root: string): string {
  const hash = createHash("sha256");
  const files = globSync(
    ["{src,db,test,sample}/**/*", "programs/{sandbox,simulation,interleaving,fuzz}/**/*", "*.{json,ts}"],
    { cwd: root },
  );
  for (const file of files.sort()) {
    const place = path.join(root, file);
    if (statSync(place).isFile()) hash.update(file).update(readFileSync(place));
  }
  return hash.digest("hex").slice(0, 16);
}
