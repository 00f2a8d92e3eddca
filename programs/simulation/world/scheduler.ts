// Lets exactly one thing happen at a time. Every actor's action is a task that runs until it reaches a gap (a
// crash point, a call to the provider, a mail under way), waits there, and continues when the schedule releases
// it. So nothing is ever interleaved between two gaps, and the whole order follows from the seed. A crash is a
// task that is never released.
export type Task = {
  label: string;
  /** Ends the caller's wait when the process that it called dies; null while it calls nobody. */
  abort: (() => void) | null;
  /** The process that it is calling. */
  callee: object | null;
};

export type Waiting = { task: Task; point: string; goOn: () => void };

export class Scheduler {
  readonly waiting: Waiting[] = [];
  #running: { task: Task; stopped: () => void } | null = null;
  readonly #failed: (error: unknown, task: Task) => void;
  readonly #say: (line: string) => void;

  /** `failed` receives every error that ends a task, `say` every start. */
  constructor(failed: (error: unknown, task: Task) => void, say: (line: string) => void) {
    this.#failed = failed;
    this.#say = say;
  }

  get current(): Task {
    if (!this.#running) throw new Error("nothing is running");
    return this.#running.task;
  }

  /** Starts a task; resolves once it waits in a gap or has ended. */
  start(label: string, work: () => Promise<void>): Promise<void> {
    const task: Task = { label, abort: null, callee: null };
    this.#say(`${label} …`);
    return this.#let(task, () => {
      work()
        .catch((error: unknown) => this.#failed(error, task))
        .finally(() => this.#stop(task));
    });
  }

  /** Called by the running task in a gap. */
  wait(point: string): Promise<void> {
    const { task, stopped } = this.#running!;
    this.#running = null;
    return new Promise((goOn) => {
      this.waiting.push({ task, point, goOn });
      stopped();
    });
  }

  /** Lets a waiting task go on to its next gap. */
  release(waiting: Waiting): Promise<void> {
    this.#remove(waiting);
    return this.#let(waiting.task, waiting.goOn);
  }

  /** Kills a process: tasks inside it never continue, and its callers learn that it is gone. */
  async kill(callee: object): Promise<string[]> {
    const victims = this.waiting.filter(({ task }) => task.callee === callee);
    for (const victim of victims) this.#remove(victim);
    for (const { task } of victims) await this.#let(task, () => task.abort?.());
    return victims.map(({ task, point }) => `${task.label} at ${point}`);
  }

  #let(task: Task, go: () => void): Promise<void> {
    if (this.#running) throw new Error(`${this.#running.task.label} is still running`);
    return new Promise((stopped) => {
      this.#running = { task, stopped };
      go();
    });
  }

  #stop(task: Task): void {
    if (this.#running?.task !== task) return;
    const { stopped } = this.#running;
    this.#running = null;
    stopped();
  }

  #remove(waiting: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
  }
}
