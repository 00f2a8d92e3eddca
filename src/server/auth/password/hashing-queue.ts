// Hashing a password takes a processor for a tenth of a second and 16 MB or more, and anyone may ask for it at the sign-in
// page. So few are hashed at once, a short queue waits, and the rest is asked to retry: the shop keeps serving.
// Known browsers and open sessions go first, so a burst of strangers can't hold up the owner.
import type { PasswordHashing } from "../auth.ts";

export const HASHES_AT_ONCE = 2;
const WAITING_MAX = 20;

/** Too many passwords wait already. */
export class HashingBusy extends Error {
  readonly retryAfterSeconds = 5;
  constructor() {
    super("too many passwords are waiting to be hashed");
  }
}

type Waiting = { start: () => void; isFirst: boolean };

export class HashingQueue {
  readonly #hashing: PasswordHashing;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(hashing: PasswordHashing) {
    this.#hashing = hashing;
  }

  hash(password: string, { isFirst = true } = {}): Promise<string> {
    return this.#inTurn(() => this.#hashing.hash(password), isFirst);
  }

  verify(attempt: { hash: string; password: string }, { isFirst = true } = {}): Promise<boolean> {
    return this.#inTurn(() => this.#hashing.verify(attempt), isFirst);
  }

  async #inTurn<Result>(work: () => Promise<Result>, isFirst: boolean): Promise<Result> {
    if (this.#running >= HASHES_AT_ONCE) await this.#turn(isFirst);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #turn(isFirst: boolean): Promise<void> {
    if (!isFirst && this.#waiting.length >= WAITING_MAX) throw new HashingBusy();
    return new Promise((start) => {
      const behind = this.#waiting.findIndex((other) => isFirst && !other.isFirst);
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, { start, isFirst });
    });
  }
}
