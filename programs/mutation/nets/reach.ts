// Which tests run the code that a mutant changes, measured by running each test file once (note-reach.ts). What was
// measured is kept, and measured again when the test file changes.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { roomOf } from "../areas.ts";
import type { Mutant } from "../mutant.ts";
import { NetBroken } from "./baseline.ts";
import { runProgram, type Where } from "./run-program.ts";
import type { SqlCallers } from "./sql-callers.ts";

type Calls = Record<string, number>;
type Kept = Record<string, { hash: string; calls: Calls }>;

const PROGRAM = "programs/mutation/nets/run-noting.ts";
const LIMIT_MS = 900_000;
/** So that other heavy programs get their turn. */
const FILES_AT_ONCE = 12;

export class Reach {
  readonly #file: string;
  readonly #root: string;
  readonly #callers: SqlCallers;
  #kept: Kept;

  /** `folder`: where it is kept. */
  constructor(root: string, folder: string, callers: SqlCallers) {
    this.#root = root;
    this.#file = path.join(folder, "reach.json");
    this.#callers = callers;
    this.#kept = readKept(this.#file);
  }

  /** The next test files to measure, a few at a time; empty when all are. */
  next(tests: string[]): string[] {
    const isDue = (test: string) => this.#kept[test]?.hash !== this.#hashOf(test);
    return tests.filter(isDue).slice(0, FILES_AT_ONCE);
  }

  /** Runs them in the project "embedded" or "unit" and keeps what they called. */
  async measure(where: Where, project: string, tests: string[]): Promise<void> {
    const notes = path.join(where.temporary, "reach");
    mkdirSync(notes, { recursive: true });
    const parameters = [PROGRAM, project, ...tests];
    const { output } = await runProgram(where, parameters, LIMIT_MS, { SHOP_MUTATION_REACH: notes });
    // Whether tests pass is asked later, of those that meet a mutant (baseline.ts).
    for (const name of readdirSync(notes)) {
      const { test, calls }: { test: string; calls: Calls } = JSON.parse(
        readFileSync(path.join(notes, name), "utf8"),
      );
      this.#kept[test] = { hash: this.#hashOf(test), calls };
    }
    const missing = tests.find((test) => this.#kept[test]?.hash !== this.#hashOf(test));
    if (missing) throw new NetBroken(`${missing} did not run in project ${project}: ${failureOf(output)}`);
    writeFileSync(this.#file, JSON.stringify(this.#kept));
  }

  /** The tests that run the mutated function, those of its room first, then those that do little else. */
  testsOf(mutant: Pick<Mutant, "file" | "place">, tests: string[]): string[] {
    const exact = mutant.file.endsWith(".sql")
      ? this.#callers(mutant.file)
      : new Set([`${mutant.file}:${mutant.place}`]);
    const isKnown = tests.some((test) => this.#shareOf(test, exact) > 0);
    // The engine names some functions in another way than their text does, such as a constructor.
    const places = isKnown ? exact : this.#allOf(mutant.file);
    const rooms = new Set([...places].map((place) => roomOf(place)));
    return tests
      .map((test) => ({ test, share: this.#shareOf(test, places), isNear: rooms.has(roomOf(test)) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => Number(b.isNear) - Number(a.isNear) || b.share - a.share)
      .map(({ test }) => test);
  }

  /** How much of what a test calls is at these places. */
  #shareOf(test: string, places: ReadonlySet<string>): number {
    const calls = this.#kept[test]?.calls ?? {};
    const here = [...places].reduce((sum, place) => sum + (calls[place] ?? 0), 0);
    const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
    return all === 0 ? 0 : here / all;
  }

  #allOf(file: string): Set<string> {
    const keys = Object.values(this.#kept).flatMap(({ calls }) => Object.keys(calls));
    return new Set(keys.filter((key) => key.startsWith(`${file}:`)));
  }

  #hashOf(test: string): string {
    return createHash("sha256")
      .update(readFileSync(path.join(this.#root, test)))
      .digest("hex")
      .slice(0, 16);
  }
}

function readKept(file: string): Kept {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

function failureOf(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  return (lines.find((line) => /FAIL|Error/.test(line)) ?? lines.at(-1) ?? "").slice(0, 200);
}
