// Lets exactly one thing happen at a time. Every actor's action is a task that runs until it reaches a gap (a statement
// that ran, a call to the provider, an email on its way), waits there, and continues when the schedule releases it. So
// nothing is ever interleaved between two gaps, and the whole order follows from the seed. A crash is a task that is
// never released. A task may do several things at once (Promise.all) and then waits in several gaps, each of which is
// released separately. It may also wait for another task (two requests that share one response). Neither is visible
// from outside, so the scheduler counts what is in progress: a task stands still when nothing is in progress and
// nothing moved for a few turns of the loop.
import { AsyncLocalStorage } from "node:async_hooks";

export type Task = {
  label: string;
  /** Ends the caller's wait when the process that it called dies; null while it calls none. */
  abort: (() => void) | null;
  /** The process that it is calling. */
  callee: object | null;
  isOver: boolean;
};

export type Waiting = { task: Task; point: string; callee: object | null; goOn: () => void };

const QUIET_TURNS = 4;

export class Scheduler {
  readonly waiting: Waiting[] = [];
  /** Tasks that wait for another one and not in a gap. */
  readonly stuck = new Set<Task>();
  /** Tasks that were seen doing several things at once. */
  readonly #branched = new Set<Task>();
  readonly #tasks = new AsyncLocalStorage<Task>();
  readonly #failed: (error: unknown, task: Task) => void;
  readonly #say: (line: string) => void;
  #running: { task: Task; stopped: () => void } | null = null;
  #underWay = 0;
  #watch: NodeJS.Immediate | undefined;

  /** `failed` receives every error that ends a task, `say` every start. */
  constructor(failed: (error: unknown, task: Task) => void, say: (line: string) => void) {
    this.#failed = failed;
    this.#say = say;
  }

  /** The task whose code is asking. */
  get current(): Task {
    const task = this.#tasks.getStore();
    if (!task) throw new Error("no task of the schedule runs here");
    return task;
  }

  /** Starts a task; resolves once it waits in a gap, has ended, or waits for another task. */
  start(label: string, work: () => Promise<void>): Promise<void> {
    const task: Task = { label, abort: null, callee: null, isOver: false };
    this.#say(`${label} …`);
    return this.#let(task, () => {
      this.#tasks
        .run(task, work)
        .catch((error: unknown) => this.#failed(error, task))
        .finally(() => this.#end(task));
    });
  }

  /** Called by a task in a gap. */
  wait(point: string): Promise<void> {
    const task = this.current;
    if (!this.#running) {
      this.#failed(new Error(`continued unasked to ${point} while everything stood still`), task);
      return new Promise(() => {});
    }
    if (this.#underWay > 0 || this.waiting.some((other) => other.task === task)) this.#branched.add(task);
    this.stuck.delete(task);
    return new Promise((goOn) => {
      this.waiting.push({ task, point, callee: task.callee, goOn });
      this.#rest(task);
    });
  }

  /**
   * Marks the beginning of something that ends without the scheduler, such as a statement; returns what marks its end.
   */
  begins(): () => void {
    this.#underWay += 1;
    let isOver = false;
    return () => {
      if (!isOver) this.#underWay -= 1;
      isOver = true;
    };
  }

  /** Lets a waiting task continue to its next gap. */
  release(waiting: Waiting): Promise<void> {
    this.#remove(waiting);
    return this.#let(waiting.task, waiting.goOn);
  }

  /** Kills a process: tasks inside it never continue, and its callers see a broken connection. */
  async kill(callee: object): Promise<string[]> {
    const victims = this.waiting.filter((waiting) => waiting.callee === callee);
    for (const victim of victims) this.#remove(victim);
    const waited = [...this.stuck].filter((task) => task.callee === callee);
    const tasks = new Set([...victims.map(({ task }) => task), ...waited]);
    for (const task of tasks) {
      this.stuck.delete(task);
      if (!task.isOver) await this.#let(task, () => task.abort?.());
    }
    const ends = waited.map(({ label }) => `${label}, which waited for another`);
    return [...victims.map(({ task, point }) => `${task.label} at ${point}`), ...ends];
  }

  #let(task: Task, go: () => void): Promise<void> {
    if (this.#running) throw new Error(`${this.#running.task.label} is still running`);
    return new Promise((stopped) => {
      this.#running = { task, stopped };
      this.#watchOver(0);
      go();
    });
  }

  #end(task: Task): void {
    task.isOver = true;
    this.stuck.delete(task);
    this.#rest(task);
    this.#branched.delete(task);
  }

  /**
   * The running task has reached a gap or its end. It may still be doing something else, or have resumed another task.
   */
  #rest(task: Task): void {
    const isAlone = this.#underWay === 0 && this.#branched.size === 0 && this.stuck.size === 0;
    if (isAlone && this.#running?.task === task) this.#stop();
  }

  #stop(): void {
    clearImmediate(this.#watch);
    const running = this.#running;
    this.#running = null;
    running?.stopped();
  }

  #watchOver(quietTurns: number): void {
    this.#watch = setImmediate(() => {
      const turns = this.#underWay > 0 ? 0 : quietTurns + 1;
      if (turns < QUIET_TURNS) return this.#watchOver(turns);
      const task = this.#running?.task;
      if (task && !task.isOver && !this.waiting.some((waiting) => waiting.task === task))
        this.stuck.add(task);
      this.#stop();
    });
  }

  #remove(waiting: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
  }
}
