// How long to wait before a process that died is started again.

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;
/** One that lived so long died of something else than the ones before it. */
const STABLE_MS = 60_000;

export class RestartPauses {
  #inARow = 0;

  /** livedMs: how long the process lived. Milliseconds; doubles with each that died young, from 1 s to 30 s. */
  next(livedMs: number): number {
    this.#inARow = livedMs < STABLE_MS ? this.#inARow + 1 : 1;
    return Math.min(PAUSE_MS * 2 ** (this.#inARow - 1), PAUSE_MS_MAX);
  }
}
