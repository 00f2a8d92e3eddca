// Lets one thing happen at a time. Whatever could happen next is a move: a statement before it is sent, a function at a
// stop, a statement that has got the lock it waited for, a call to the provider or an email before and after it. The
// schedule picks a move; the conductor makes it and waits until every process in the server and every task is at rest
// again. So each choice is made from a state that follows from the earlier choices, and a seed replays.
import type pg from "pg";
import { errorCode } from "#server/db/transaction.ts";
import { HarnessError } from "../problems.ts";
import { isGivenUp } from "../rules/repeats.ts";
import type { Answer, Backend, Settled } from "./backend.ts";
import type { Lent, ShopPool } from "./shop-pool.ts";
import type { Stops } from "./stops.ts";
import { currentTask, runningTask, type Task, untilWaiting } from "./task.ts";

export type Move = {
  task: Task;
  label: string;
  pool: ShopPool | null;
  isReady: () => boolean;
  go: () => Promise<void>;
};

export type Asked = { pool: ShopPool; lent: Lent | null; text: string; values: unknown[] | undefined };

/** A statement in progress. */
type UnderWay = Asked & {
  task: Task;
  backend: Backend;
  /** The moment when it was sent. */
  sentAt: number;
  hear: (answer: Answer) => void;
};

export type Ended = Asked & Pick<UnderWay, "task" | "sentAt"> & { answer: Answer };

export type Listener = {
  say: (line: string) => void;
  /** The present moment; moments count up. */
  moment: () => number;
  count: (what: string) => void;
  /** A statement has its result, before its task gets it. `isCommitted`: others can see its effects now. */
  ended: (ended: Ended, isCommitted: boolean) => Promise<void>;
};

export class Conductor {
  /** Statements are sent right away and nothing is stopped. For what comes before and after the races. */
  isFree = true;
  moves: Move[] = [];
  /**
   * The first thing that can't be scheduled. The shop may have caught the error, so the runner of the schedule throws
   * it.
   */
  broken: HarnessError | null = null;
  readonly #monitor: pg.Client;
  readonly #stops: Stops;
  readonly #listener: Listener;
  #blocked: UnderWay[] = [];
  #handOvers: { task: Task; give: () => void }[] = [];

  constructor(monitor: pg.Client, stops: Stops, listener: Listener) {
    this.#monitor = monitor;
    this.#stops = stops;
    this.#listener = listener;
  }

  /**
   * Does something that may hit a case that can't be scheduled, inside the shop's code; records the case and throws it.
   */
  noting<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof HarnessError) this.broken ??= error;
      throw error;
    }
  }

  /** Throws the recorded error. */
  mustGoOn(): void {
    if (this.broken) throw this.broken;
  }

  /** The task of the running code. */
  get task(): Task {
    return this.noting(currentTask);
  }

  /** Starts a task and lets it run until it waits. */
  async start(task: Task, work: () => Promise<void>): Promise<void> {
    this.#listener.say(`${task.name} …`);
    runningTask.run(task, () => {
      void work().finally(() => {
        task.isOver = true;
      });
    });
    await untilWaiting(task);
    await this.#rest();
  }

  /** Waits for its turn, then for the result. */
  ask(task: Task, asked: Asked): Promise<Answer> {
    return new Promise((hear) => {
      const label = labelOf(asked);
      const isReady = () => asked.lent !== null || asked.pool.hasFree;
      const go = async () => {
        const backend = asked.lent?.backend ?? asked.pool.take();
        if (asked.lent?.begin) {
          const begin = asked.lent.begin;
          asked.lent.begin = null;
          asked.lent.inTransaction = true;
          await backend.client.query(begin);
        }
        const underWay = { ...asked, task, backend, hear, sentAt: this.#listener.moment() };
        await this.#handle(underWay, await backend.send(asked.text, asked.values));
      };
      this.#park({ task, label, pool: asked.pool, isReady, go });
    });
  }

  /** A gap outside the database: a call to the provider, an email. */
  pause(pool: ShopPool, label: string): Promise<void> {
    if (this.isFree) return Promise.resolve();
    const { task } = this;
    return new Promise((resolve) => {
      const go = () => this.#give(task, resolve);
      this.#park({ task, label, pool, isReady: () => true, go });
    });
  }

  /** Gives a returned connection to the task that waits for one. */
  handOver(task: Task, give: () => void): void {
    this.#handOvers.push({ task, give });
  }

  async make(move: Move): Promise<void> {
    this.moves.splice(this.moves.indexOf(move), 1);
    this.#listener.say(`${move.task.name} ▸ ${move.label}`);
    await move.go();
    await this.#rest();
  }

  /** Drops the work of a dead process. Returns how much that was. */
  forget(pool: ShopPool): number {
    const lost = [...this.moves, ...this.#blocked].filter((each) => each.pool === pool);
    for (const { task } of lost) task.isDead = true;
    this.moves = this.moves.filter((move) => move.pool !== pool);
    this.#blocked = this.#blocked.filter((each) => each.pool !== pool);
    return lost.length;
  }

  /** What waits for locks. */
  get blocked(): readonly { task: Task; text: string }[] {
    return this.#blocked;
  }

  /** Finds the processes that have got their lock. */
  async look(): Promise<void> {
    if (this.#blocked.length === 0) return;
    const { rows } = await this.#monitor.query<{ pid: number }>("select pid from pg_locks where not granted");
    const waiting = new Set(rows.map(({ pid }) => pid));
    const granted = this.#blocked.filter(({ backend }) => !waiting.has(backend.pid));
    this.#blocked = this.#blocked.filter((each) => !granted.includes(each));
    granted.sort((a, b) => a.backend.number - b.backend.number);
    for (const underWay of granted) {
      const { task, backend, pool } = underWay;
      const go = async () => {
        const settled = backend.waitFor(underWay.text);
        backend.resume();
        await this.#handle(underWay, await settled);
      };
      this.moves.push({ task, label: `${labelOf(underWay)} has its lock`, pool, isReady: () => true, go });
    }
  }

  #park(move: Move): void {
    move.task.waits += 1;
    this.moves.push(move);
  }

  async #rest(): Promise<void> {
    for (let next = this.#handOvers.shift(); next; next = this.#handOvers.shift())
      if (!next.task.isDead) await this.#give(next.task, next.give);
    await this.look();
  }

  async #handle(underWay: UnderWay, settled: Settled): Promise<void> {
    const { task, backend, pool } = underWay;
    const { say, count } = this.#listener;
    if (settled.kind === "blocked") {
      backend.pause();
      say(`  waits for a lock: ${kindOf(settled.lock)}`);
      count("waited for a lock");
      this.#blocked.push(underWay);
      return;
    }
    if (settled.kind === "stop") {
      const go = async () => {
        const next = backend.waitFor(settled.label);
        await this.#stops.release(backend.number, settled.key);
        await this.#handle(underWay, await next);
      };
      count("stop inside a function");
      this.moves.push({ task, label: settled.label, pool, isReady: () => true, go });
      return;
    }
    await this.#finish(underWay, settled.answer);
  }

  async #finish(underWay: UnderWay, answer: Answer): Promise<void> {
    const { task, backend, pool, lent, text, hear } = underWay;
    if (!answer.ok) this.#note(answer.error);
    const isEnd = isEndOfTransaction(text);
    const isCommitted = answer.ok && (!lent?.inTransaction || answer.result.command === "COMMIT");
    if (lent && isEnd) lent.inTransaction = false;
    if (!lent) pool.giveBack(backend);
    await this.#listener.ended({ ...underWay, answer }, isCommitted);
    await this.#give(task, () => hear(answer));
  }

  #note(error: unknown): void {
    const code = errorCode(error);
    this.#listener.say(`  → ${code}`);
    if (!isGivenUp(error)) return;
    this.#listener.count(code === "40P01" ? "deadlock (40P01)" : "serialization failure (40001)");
  }

  async #give(task: Task, give: () => void): Promise<void> {
    if (task.isOver) throw new HarnessError(`"${task.name}" is over and still asked for something`);
    task.waits -= 1;
    give();
    await untilWaiting(task);
  }
}

export function isEndOfTransaction(text: string): boolean {
  return /^\s*(commit|rollback)\b/i.test(text);
}

/** Without numbers that differ from run to run. */
function kindOf(lock: string): string {
  return lock.replace(/\d+/g, "#").replace(/\s*on (tuple|transaction|relation|advisory).*/, " on $1");
}

function labelOf({ text }: { text: string }): string {
  return text.trim().replace(/\s+/g, " ").slice(0, 70);
}
