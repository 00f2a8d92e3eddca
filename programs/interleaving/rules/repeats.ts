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
  /** How often a statement outside a transaction was given up since it last succeeded. */
  readonly #givenUp = new Map<Task, Map<string, number>>();

  ended({ task, text, lent, answer }: Ended): void {
    if (lent?.inTransaction) return;
    const times = this.#givenUp.get(task) ?? new Map<string, number>();
    if (answer.ok) times.delete(text);
    else if (isGivenUp(answer.error)) times.set(text, (times.get(text) ?? 0) + 1);
    this.#givenUp.set(task, times);
  }

  over(task: Task): void {
    for (const [text, times] of this.#givenUp.get(task) ?? [])
      if (times === 1)
        throw new Violation(
          "R1",
          `${task.name} did not repeat "${text.trim().slice(0, 80)}", which was given up`,
        );
  }
}
