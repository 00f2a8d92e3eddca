// The list of what became of the mutants, one JSON object a line, sorted by id so that a diff shows what changed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Area, Mutant } from "./mutant.ts";

/**
 * killed: a net failed. timeout: a net did not end, which counts as killed. survived: no net failed. invalid: the types
 * or the database refuse it, so it never could run. An equivalent is one that survived and is listed with a reason.
 */
export const statuses = ["killed", "timeout", "survived", "invalid"] as const;
export type Status = (typeof statuses)[number];

export type Result = {
  id: string;
  area: Area;
  status: Status;
  /** The net that decided; of a survivor all that it passed. */
  net: string;
  /** What that net said; of a survivor the nets that could not tell, mostly "". */
  by: string;
  seconds: number;
};

export type Equivalent = { id: string; reason: string };

const FOLDER = "programs/mutation";
const RESULTS = path.join(FOLDER, "results.jsonl");
const EQUIVALENTS = path.join(FOLDER, "equivalents.json");

export class Results {
  readonly #file: string;
  readonly #byId = new Map<string, Result>();

  /** Results of mutants that are no more are forgotten. */
  constructor(root: string, mutants: Mutant[]) {
    this.#file = path.join(root, RESULTS);
    const known = new Set(mutants.map(({ id }) => id));
    const lines = existsSync(this.#file) ? readFileSync(this.#file, "utf8").split("\n") : [];
    for (const line of lines.filter((text) => text !== "")) {
      const result: Result = JSON.parse(line);
      if (known.has(result.id)) this.#byId.set(result.id, result);
    }
  }

  find(id: string): Result | null {
    return this.#byId.get(id) ?? null;
  }

  /** Written at once, so that a run that is cut off loses nothing. */
  add(result: Result): void {
    this.#byId.set(result.id, result);
    const sorted = [...this.#byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    writeFileSync(this.#file, sorted.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
}

/** The mutants that change nothing which anybody could notice, each with the reason; reviewed by hand. */
export function readEquivalents(root: string): Equivalent[] {
  return JSON.parse(readFileSync(path.join(root, EQUIVALENTS), "utf8"));
}
