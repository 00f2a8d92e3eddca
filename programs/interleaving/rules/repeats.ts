// What the database gives up in favor of somebody else (a deadlock, a serialization failure) is repeated, also a
// statement outside a transaction, and also where the caller would swallow the error.
import { errorCode } from "#server/db/transaction.ts";
import { Violation } from "../problems.ts";
import type { Ended } from "../turns/conductor.ts";
import type { Task } from "../turns/task.ts";

const GIVEN_UP = new Set(["40001", "40P01"]);

export function isGivenUp(error: unknown): boolean {
  return GIVEN_UP.has(errorCode(error));
}

export class Repeats {
  /** Statements outside a transaction that were given up and have not come again. */
  readonly #open = new Map<Task, Set<string>>();

  ended({ task, text, lent, answer }: Ended): void {
    const open = this.#open.get(task) ?? new Set();
    const wasOpen = open.delete(text);
    const isAlone = lent === null || !lent.inTransaction;
    if (!answer.ok && isGivenUp(answer.error) && isAlone && !wasOpen) open.add(text);
    this.#open.set(task, open);
  }

  over(task: Task): void {
    const [left] = this.#open.get(task) ?? [];
    if (left !== undefined)
      throw new Violation(
        "R1",
        `${task.name} did not repeat "${left.trim().slice(0, 80)}", which was given up`,
      );
  }
}
