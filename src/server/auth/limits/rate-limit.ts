// How often one client may do something. The count is in the database, shared by all processes and machines; a process
// takes uses from it in small blocks, so that most requests cost no statement. All blocks come out of the same
// allowance, so together the processes never let more through than one would. When the database does not answer, each
// process counts for itself: limits are neither lifted nor closed by a dead database.
import { isLoopback, isPublicShop, networkOf } from "../../core/client-ip.ts";
import { errorText } from "../../core/log.ts";
import type { Shop } from "../../core/shop.ts";
import { countUses, isWindowOver } from "./count-use.ts";

export type Limit = { name: string; requestsMax: number; windowMs: number };

const CLIENTS_MAX = 50_000;
/** A limit of this many requests or more is taken in blocks of a twentieth. */
const BLOCKS_FROM = 100;
const BLOCKS = 20;
const DATABASE_MS_MAX = 1_000;
/** How long a process counts for itself before it asks a database that did not answer again. */
const ALONE_MS = 5_000;

/** How long it waits for the database (null: forever) and its own time in milliseconds, which can't be set. */
type Patience = { waitMs: number | null; now: () => number };

type Window = {
  endsAt: number;
  /** Requests of this client in this process. */
  used: number;
  /** Of these, how many may pass by what was taken so far. */
  granted: number;
  /** All processes together have used up the allowance. */
  isSpent: boolean;
  taking: Promise<void> | null;
};

/**
 * Counts requests per client network and limit in fixed windows. In a shop that only its own machine reaches, that
 * machine is never limited: it is the owner or a test. Clients whose IP is not known share one count, so that losing
 * the IP can't lift the limit.
 */
export class RateLimiter {
  #windows = new Map<string, Window>();
  #aloneUntil = 0;
  readonly #shop: Pick<Shop, "db" | "env" | "clock" | "hashClient" | "log">;
  readonly #patience: Patience;
  readonly #sparesLoopback: boolean;
  /** Refusals by the name of the limit, for the metrics. */
  readonly refusals = new Map<string, number>();

  constructor(
    shop: Pick<Shop, "db" | "env" | "clock" | "hashClient" | "log">,
    patience: Patience = { waitMs: DATABASE_MS_MAX, now: () => performance.now() },
  ) {
    this.#shop = shop;
    this.#patience = patience;
    this.#sparesLoopback = !isPublicShop(shop.env);
  }

  /**
   * How many seconds the client with this IP has to wait, or 0 when the request may pass. `countedBy`: what it is counted by
   * instead of its network.
   */
  async secondsToWait(limit: Limit, ip: string, countedBy = networkOf(ip)): Promise<number> {
    if (this.#sparesLoopback && isLoopback(ip)) return 0;
    const now = this.#shop.clock();
    const key = `${limit.name} ${this.#shop.hashClient(countedBy)}`;
    const window = this.#windowOf(key, now, limit);
    window.used += 1;
    const place = window.used;
    while (place > window.granted && !window.isSpent && place <= limit.requestsMax) {
      window.taking ??= this.#take(key, limit, window).finally(() => {
        window.taking = null;
      });
      await window.taking;
    }
    if (place <= window.granted) return 0;
    this.refusals.set(limit.name, (this.refusals.get(limit.name) ?? 0) + 1);
    return Math.max(1, Math.ceil((window.endsAt - now) / 1000));
  }

  #windowOf(key: string, now: number, limit: Limit): Window {
    const known = this.#windows.get(key);
    if (known && !isWindowOver(known.endsAt, { now, windowMs: limit.windowMs })) return known;
    if (this.#windows.size >= CLIENTS_MAX) this.#forgetEnded(now);
    const window = { endsAt: now + limit.windowMs, used: 0, granted: 0, isSpent: false, taking: null };
    this.#windows.set(key, window);
    return window;
  }

  async #take(key: string, limit: Limit, window: Window): Promise<void> {
    const uses = limit.requestsMax >= BLOCKS_FROM ? Math.ceil(limit.requestsMax / BLOCKS) : 1;
    const shared = await this.#ask(key, uses, limit);
    if (shared === null) {
      window.granted += uses;
      return;
    }
    const left = Math.max(0, limit.requestsMax - (shared.count - uses));
    window.granted += Math.min(uses, left);
    window.isSpent = left < uses;
    window.endsAt = shared.endsAt;
  }

  /** null: the database does not answer. */
  async #ask(key: string, uses: number, { windowMs }: Limit) {
    const { waitMs, now } = this.#patience;
    if (now() < this.#aloneUntil) return null;
    const tooLate = Promise.withResolvers<never>();
    const giveUp = () => tooLate.reject(new Error("no answer in time"));
    const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs);
    try {
      const counting = countUses(this.#shop.db, { key, uses, now: this.#shop.clock(), windowMs });
      return await Promise.race([counting, tooLate.promise]);
    } catch (error) {
      if (now() >= this.#aloneUntil) {
        this.#shop.log.warn("limits.counted_alone", { error: errorText(error) });
      }
      this.#aloneUntil = now() + ALONE_MS;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  #forgetEnded(now: number): void {
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
    if (this.#windows.size >= CLIENTS_MAX) this.#windows.clear();
  }
}
