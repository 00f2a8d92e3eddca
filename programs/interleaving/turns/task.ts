// What somebody does in a schedule: a click, a webhook, a round of a worker. A task belongs to the process that does it.
// Asynchronous storage says which task a statement belongs to.
import { AsyncLocalStorage } from "node:async_hooks";
import { HarnessError } from "../problems.ts";

export type Task = {
  name: string;
  /** Statements, calls and connections that it waits for. */
  waits: number;
  isOver: boolean;
  /** Its process died. */
  isDead: boolean;
};

export const runningTask = new AsyncLocalStorage<Task>();

export function currentTask(): Task {
  const task = runningTask.getStore();
  if (!task) throw new HarnessError("A statement came from outside every task, so it can't be scheduled");
  return task;
}

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

/** Turns of the event loop within which a task asks for the next thing or ends. */
const TURNS_MAX = 5_000;
/** A task that waits for several things at once may just go on waiting. */
const TURNS_OF_MANY = 12;

/** Resolves once the task, which has just been given an answer, waits for something else or is over. */
export async function untilWaiting(task: Task): Promise<void> {
  if (task.waits > 0) {
    for (let turn = 0; turn < TURNS_OF_MANY; turn += 1) await nextTurn();
    return;
  }
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    await nextTurn();
    if (task.isOver || task.waits > 0) {
      await nextTurn();
      return;
    }
  }
  throw new HarnessError(`"${task.name}" waits for something that is not scheduled`);
}
