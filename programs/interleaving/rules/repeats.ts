// What the database gives up in favor of somebody else (a deadlock, a serialization failure) is repeated as often as the
// shop promises, in a transaction and outside of one, and also where the caller would swallow the error. Nothing is given
// up unless the schedule forces it: with a stricter isolation than the shop's own, or with somebody who locks rows in the
// wrong order.
import { ATTEMPTS_MAX, errorCode } from "#server/db/transaction.ts";
import { Violation } from "../../simulation/world/violation.ts";
import type { Ended } from "../turns/conductor.ts";
import type { Lent } from "../turns/shop-pool.ts";
import type { Task } from "../turns/task.ts";

const GIVEN_UP = new Set(["40001", "40P01"]);

export function isGivenUp(error: unknown): boolean {
  return GIVEN_UP.has(errorCode(error));
}

/** A statement or transaction under way; `text`: its first statement. */
type Work = { text: string; isGivenUp: boolean };

export class Repeats {
  /** How often each work of a task was given up since it last went through, by its first statement. */
  readonly #times = new Map<Task, Map<string, number>>();
  /** Those that tried something as often as they must. What works through a list goes on, and fails in the end. */
  readonly #tired = new Set<Task>();
  readonly #open = new Map<Lent, Work>();

  ended({ task, text, lent, answer }: Ended): void {
    const work = (lent && this.#open.get(lent)) ?? { text, isGivenUp: false };
    const times = this.#times.get(task) ?? new Map<string, number>();
    this.#times.set(task, times);
    if (!answer.ok && isGivenUp(answer.error)) {
      work.isGivenUp = true;
      const tried = (times.get(work.text) ?? 0) + 1;
      if (tried < ATTEMPTS_MAX) times.set(work.text, tried);
      else {
        times.delete(work.text);
        this.#tired.add(task);
      }
    }
    if (lent?.inTransaction) {
      this.#open.set(lent, work);
      return;
    }
    if (lent) this.#open.delete(lent);
    // A transaction that went through and was refused is rolled back.
    if (!work.isGivenUp) times.delete(work.text);
  }

  /** Whether the task tried something as often as it must that was given up each time. */
  isTiredOf(task: Task): boolean {
    return this.#tired.has(task);
  }

  /** The task is over, with an answer. */
  over(task: Task): void {
    for (const [text, times] of this.#times.get(task) ?? [])
      throw new Violation(
        "R1",
        `${task.name} tried "${text.trim().slice(0, 80)}" ${times} times, which was given up, and not again`,
      );
  }
}
