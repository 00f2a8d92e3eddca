const BYTES_MAX = 32 * 1024 * 1024;

/**
 * What all the bodies that a process is collecting hold together. Beyond its limit the largest is given up, so that
 * who sends many large ones slowly keeps out nobody who sends an ordinary one.
 */
export class BodyBudget {
  readonly #held = new Map<() => void, number>();
  #bytes = 0;

  /** `bytes`: what one body holds by now. `giveUp` must release it. */
  hold(giveUp: () => void, bytes: number): void {
    this.#bytes += bytes - (this.#held.get(giveUp) ?? 0);
    this.#held.set(giveUp, bytes);
    if (this.#bytes > BYTES_MAX) this.#largest()?.();
  }

  release(giveUp: () => void): void {
    this.#bytes -= this.#held.get(giveUp) ?? 0;
    this.#held.delete(giveUp);
  }

  #largest(): (() => void) | undefined {
    let [largest, most]: [(() => void) | undefined, number] = [undefined, 0];
    for (const [giveUp, bytes] of this.#held) if (bytes > most) [largest, most] = [giveUp, bytes];
    return largest;
  }
}
