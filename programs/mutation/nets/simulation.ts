// The simulation as a net. A mutant of an SQL function is put into a process that stays; a mutant of TypeScript needs a
// process of its own, since modules can't be taken back.
import { type ChildProcess, fork } from "node:child_process";
import { endAll, environmentOf, newMark, type Where, watch } from "./run-program.ts";
import type { RunTold } from "./schedules-told.ts";

export type Simulated =
  | { is: "alive" }
  | { is: "killed"; by: string }
  | { is: "over time" }
  /** Its process is gone, for whatever reason, or says that it can't go on. */
  | { is: "unable"; by: string }
  | { is: "refused"; why: string };

const FIRST_SEED = 1;

export class Simulation {
  readonly #where: Where;
  #child: ChildProcess | null = null;
  #mark = "";

  constructor(where: Where) {
    this.#where = where;
  }

  /** Runs schedules on the tree as it is. Afterwards the process stays unless it could not go on, or `isOnce`. */
  async run({
    runs,
    limitMs,
    isOnce,
  }: {
    runs: number;
    limitMs: number;
    isOnce: boolean;
  }): Promise<Simulated> {
    if (isOnce) this.stop();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<"over time">((resolve) => {
      timer = setTimeout(() => resolve("over time"), limitMs);
    });
    const told = await Promise.race([this.#ask(runs, FIRST_SEED), limit]);
    clearTimeout(timer);
    if (isOnce || typeof told === "string" || told.is === "unable") this.stop();
    if (told === "over time") return { is: "over time" };
    if (told === "ended") return { is: "unable", by: "the simulation's process ended" };
    if (told.is === "refused") return { is: "refused", why: told.why };
    if (told.is === "unable") return { is: "unable", by: told.why };
    if (told.is === "ready" || !told.broken) return { is: "alive" };
    return { is: "killed", by: `seed ${told.broken.seed}: ${told.broken.rule}` };
  }

  /** Whether the process that stays is still sound on clean code; if not, the next run begins in a new one. */
  async isSound(limitMs: number): Promise<boolean> {
    const { is } = await this.run({ runs: 1, limitMs, isOnce: false });
    if (is !== "alive") this.stop();
    return is === "alive";
  }

  stop(): void {
    if (this.#child) endAll(this.#child, this.#mark);
    this.#child = null;
  }

  async #ask(runs: number, seed: number): Promise<RunTold | "ended"> {
    if (!this.#child) {
      const started = await this.#start();
      if (started === "ended") return "ended";
    }
    const child = this.#child;
    if (!child) return "ended";
    const answer = nextAnswer(child);
    child.send({ runs, seed });
    return answer;
  }

  #start(): Promise<RunTold | "ended"> {
    this.#mark = newMark();
    const child = fork("programs/mutation/nets/schedules.ts", {
      cwd: this.#where.folder,
      env: environmentOf(this.#where, this.#mark),
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
    });
    watch(child, this.#mark);
    this.#child = child;
    return nextAnswer(child);
  }
}

function nextAnswer(child: ChildProcess): Promise<RunTold | "ended"> {
  return new Promise((resolve) => {
    const ended = () => resolve("ended");
    child.once("exit", ended);
    child.once("error", ended);
    child.once("message", (told: RunTold) => {
      child.off("exit", ended);
      child.off("error", ended);
      resolve(told);
    });
  });
}
