import { isLoopback } from "../client-ip.ts";

export type Limit = { name: string; requestsMax: number; windowMs: number };

const CLIENTS_MAX = 50_000;

/**
 * Counts requests per client and limit in fixed windows, in the memory of this process: a shop with several web
 * processes lets through as many times more. What must hold for all of them counts in the database (count-use.ts).
 * This machine itself is never limited: it is the owner, a proxy that does not say for whom it asks, or a test.
 * Clients whose IP is not known share one count, so that losing the IP can't lift the limit.
 */
export class RateLimiter {
  #windows = new Map<string, { count: number; endsAt: number }>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** How many seconds to wait, or 0 when the request may pass. */
  secondsToWait(limit: Limit, client: string): number {
    if (isLoopback(client)) return 0;
    const now = this.#clock();
    const key = `${limit.name} ${client}`;
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      if (this.#windows.size >= CLIENTS_MAX) this.#forgetEnded(now);
      this.#windows.set(key, { count: 1, endsAt: now + limit.windowMs });
      return 0;
    }
    window.count += 1;
    return window.count > limit.requestsMax ? Math.ceil((window.endsAt - now) / 1000) : 0;
  }

  #forgetEnded(now: number): void {
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
    if (this.#windows.size >= CLIENTS_MAX) this.#windows.clear();
  }
}
