// Pages that are the same for everyone are rendered once and then served as compressed bytes with their headers, like a
// static file. A change that shoppers can see makes pages old. The rule: an old page is answered right away as it is, for a
// minute at most, while it is rendered again: one page at a time, with a pause nine times as long after each, so that
// rendering takes at most a tenth of a processor, however much is sold. Checkout recomputes prices, so an old page is harmless.
//
// A request waits for a page only if there is none yet, it was old for longer, or the owner has saved something since: then
// it is drawn right away, and once for all who ask. When that fails or takes long (the database is away), the last good text is
// served, and it must not be cached. Decision 120.
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { ShopChange } from "../../catalog/shown/change.ts";
import { KeptPage, type PageAnswer, type Rendered } from "./kept-page.ts";
import { NOT_FOUND_KEY } from "./page-path.ts";

/** What pages say of the day (delivery, "new") changes without a notification. */
const YOUNG_MS = 5 * 60_000;
const OLD_MS_MAX = 60_000;
const PAUSE_PARTS = 9;
/** A drawing that waits for the database takes no processor. */
const PAUSE_MS_MAX = 1_000;
/** After a page could not be drawn, until the next attempt. */
const RETRY_MS = 5_000;
/** How long a request waits for a page that has a last good version: a hanging database says nothing for 20 seconds. */
const PATIENCE_MS = 1_000;
/** Some two thousand product pages. */
const BYTES_MAX = 32 * 1024 * 1024;
/** The part that is left to pages of which there is no end: searches, filters, and what does not exist. */
const ENDLESS_PART = 0.25;

type Entry = {
  page: KeptPage;
  /** Its subject; null: many. */
  productId: string | null;
  drawnAt: number;
  /** Since when, or from when on, it is old. */
  oldSince: number;
  /** From when on it may not be served even for a moment, unless it can't be drawn. */
  outdatedFrom: number;
  retryAt: number;
};

/** A page that is being drawn. It is old already if something changed since it began. */
type Flight = Pick<Entry, "productId" | "drawnAt" | "oldSince"> & { landed: Promise<Landing> };
type Landing = { rendered: Rendered; kept: KeptPage | null };

/** once: it is not kept; with cookies it is for this one request, otherwise for all who waited. */
export type Filled =
  | { kind: "kept" | "last_good"; answer: PageAnswer }
  | { kind: "once"; rendered: Rendered };

export class PageCache {
  readonly #clock: () => number;
  readonly #draw: (name: string) => Promise<Rendered>;
  readonly #onError: (name: string, error: unknown) => void;
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #nextChange: (at: number) => number;
  readonly #pages: LRUCache<string, Entry>;
  readonly #endless: LRUCache<string, Entry>;
  readonly #flights = new Map<string, Flight>();
  /** Changes that have arrived and not been processed yet: an import sends thousands at once. */
  readonly #heard = new Set<string | "all">();
  #heardAt = 0;
  /** Old pages that were requested. */
  readonly #asked = new Set<string>();
  #isRedrawing = false;
  /** Pages answered from memory; pages that a request waited for; pages that were rendered, also in the background. */
  hits = 0;
  misses = 0;
  renders = 0;
  /** Pages that were answered with their last good text. */
  lastGoods = 0;

  /** `onError`: called once for each rendering that threw, whether or not a request waited for it. */
  constructor(
    clock: () => number,
    draw: (name: string) => Promise<Rendered>,
    {
      bytesMax = BYTES_MAX,
      onError = (_name: string, _error: unknown) => {},
      pause = (ms: number): Promise<unknown> => delay(ms, undefined, { ref: false }),
      /** When all pages become others after this moment. */
      nextChange = (_at: number): number => Number.POSITIVE_INFINITY,
    } = {},
  ) {
    this.#clock = clock;
    this.#draw = draw;
    this.#onError = onError;
    this.#pause = pause;
    this.#nextChange = nextChange;
    const storeOf = (maxSize: number) =>
      new LRUCache<string, Entry>({ maxSize, sizeCalculation: ({ page }) => page.bytes });
    this.#pages = storeOf(bytesMax * (1 - ENDLESS_PART));
    this.#endless = storeOf(bytesMax * ENDLESS_PART);
  }

  get bytes(): number {
    return this.#pages.calculatedSize + this.#endless.calculatedSize;
  }

  /** The page of this name as it may be served now; null: it has to be drawn. */
  recall(name: string, acceptEncoding: string): PageAnswer | null {
    this.#look();
    const entry = this.#pages.get(name) ?? this.#endless.get(name);
    if (!entry) return null;
    const state = this.#stateOf(entry);
    if (state === "outdated")
      return this.#isPutOff(entry) ? this.#lastGood(name, entry, acceptEncoding) : null;
    this.hits += 1;
    if (state === "old") this.#askAnew(name);
    return this.#answer(name, entry, acceptEncoding);
  }

  #peek(name: string): Entry | undefined {
    return this.#pages.peek(name) ?? this.#endless.peek(name);
  }

  #stateOf({ drawnAt, oldSince, outdatedFrom }: Entry): "current" | "old" | "outdated" {
    const now = this.#clock();
    // The clock was ahead when it was drawn: nothing follows from its age.
    if (now >= outdatedFrom || now < drawnAt) return "outdated";
    if (now < oldSince) return "current";
    return now - oldSince > OLD_MS_MAX ? "outdated" : "old";
  }

  /** Whether the next attempt is still to come. A clock that was ahead and is set back puts none off. */
  #isPutOff({ retryAt }: Entry): boolean {
    const now = this.#clock();
    return now < retryAt && now >= retryAt - RETRY_MS;
  }

  #putOff(name: string): void {
    const entry = this.#peek(name);
    if (entry) entry.retryAt = this.#clock() + RETRY_MS;
  }

  #answer(name: string, entry: Entry, acceptEncoding: string): PageAnswer {
    const before = entry.page.bytes;
    const answer = entry.page.answer(acceptEncoding);
    // Another encoding was made; an entry is weighed when it is set.
    if (entry.page.bytes !== before && this.#peek(name) === entry) this.#set(name, entry);
    return answer;
  }

  #lastGood(name: string, entry: Entry, acceptEncoding: string): PageAnswer {
    this.lastGoods += 1;
    this.#answer(name, entry, acceptEncoding);
    return entry.page.answerInEmergency(acceptEncoding);
  }

  #set(name: string, entry: Entry): void {
    this.#delete(name);
    const isEndless = entry.page.status !== 200 || name.includes("?");
    (isEndless ? this.#endless : this.#pages).set(name, entry);
  }

  #delete(name: string): void {
    this.#pages.delete(name);
    this.#endless.delete(name);
  }

  #askAnew(name: string): void {
    this.#asked.add(name);
    if (this.#isRedrawing) return;
    this.#isRedrawing = true;
    void this.#redrawInTurn();
  }

  /** Those that are requested in the meantime come last. */
  async #redrawInTurn(): Promise<void> {
    for (const name of this.#asked) {
      this.#asked.delete(name);
      const entry = this.#peek(name);
      // A request may have waited for it in the meantime.
      if (!entry || this.#flights.has(name) || this.#isPutOff(entry) || this.#stateOf(entry) !== "old")
        continue;
      const began = performance.now();
      await this.#fly(name).landed.catch(() => {});
      await this.#pause(Math.min(PAUSE_PARTS * (performance.now() - began), PAUSE_MS_MAX));
    }
    this.#isRedrawing = false;
  }

  /**
   * Renders a page for a waiting request, and caches it if it says that it is public. A page that fails, or is not
   * there in time, is answered with its last good text, if it has one; in the latter case it is drawn on.
   */
  async fill(name: string, acceptEncoding: string): Promise<Filled> {
    this.#look();
    this.misses += 1;
    const lastGood = this.#peek(name);
    const shared = this.#flights.get(name);
    const { landed } = shared ?? this.#fly(name);
    const landing = lastGood ? await this.#inTime(landed) : await landed;
    if (lastGood && (landing === null || isFailed(landing.rendered))) {
      this.#putOff(name);
      return { kind: "last_good", answer: this.#lastGood(name, lastGood, acceptEncoding) };
    }
    const { kept, rendered } = landing ?? (await landed);
    if (kept) return { kind: "kept", answer: kept.answer(acceptEncoding) };
    // A response that sets a cookie is private.
    const isOthers = shared !== undefined && rendered.cookies.length > 0;
    return { kind: "once", rendered: isOthers ? await this.#draw(name) : rendered };
  }

  /** null: it is late, or broke. */
  #inTime(landed: Promise<Landing>): Promise<Landing | null> {
    return Promise.race([landed.catch(() => null), this.#pause(PATIENCE_MS).then(() => null)]);
  }

  /** It is known before it begins: whatever the rendering does right away, its end takes it away again. */
  #fly(name: string): Flight {
    this.renders += 1;
    const { promise: landed, resolve, reject } = Promise.withResolvers<Landing>();
    const drawnAt = this.#clock();
    const flight = { productId: productOf(name), drawnAt, oldSince: drawnAt + YOUNG_MS, landed };
    this.#flights.set(name, flight);
    this.#land(name, flight).then(resolve, reject);
    return flight;
  }

  async #land(name: string, flight: Flight): Promise<Landing> {
    try {
      const rendered = await this.#draw(name);
      this.#look();
      return { rendered, kept: this.#keep(name, rendered, flight) };
    } catch (error) {
      this.#putOff(name);
      this.#onError(name, error);
      throw error;
    } finally {
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    }
  }

  #keep(name: string, rendered: Rendered, flight: Flight): KeptPage | null {
    if (isFailed(rendered)) {
      this.#putOff(name);
      return null;
    }
    // The owner has saved something since it began.
    if (this.#flights.get(name) !== flight) return null;
    if (!isShared(rendered) || !isOf(name, rendered)) {
      // It may have been public once, and no longer is.
      this.#delete(name);
      return null;
    }
    const { productId, drawnAt, oldSince } = flight;
    const page = new KeptPage(rendered);
    const outdatedFrom = this.#nextChange(drawnAt);
    this.#set(name, { page, productId, drawnAt, oldSince, outdatedFrom, retryAt: 0 });
    return page;
  }

  /** Something that pages show has changed. */
  note(change: ShopChange): void {
    if (this.#heard.size === 0) this.#heardAt = this.#clock();
    this.#heard.add(change.kind === "product" ? change.id : "all");
  }

  /**
   * Looks at what was heard. A product is on its own page and may be in any list; the pages of other products show it on a
   * small card at most, which may stay as it is while they are young.
   */
  #look(): void {
    if (this.#heard.size === 0) return;
    const isAny = this.#heard.has("all");
    for (const each of [...this.#entries(), ...this.#flights.values()]) {
      if (isAny || each.productId === null || this.#heard.has(each.productId))
        each.oldSince = Math.min(each.oldSince, this.#heardAt);
    }
    // The database is up, since it notifies.
    for (const entry of this.#entries()) entry.retryAt = 0;
    this.#heard.clear();
  }

  *#entries(): Iterable<Entry> {
    yield* this.#pages.values();
    yield* this.#endless.values();
  }

  /** The owner has saved something, in any process: no request gets an earlier version. */
  saved(): void {
    for (const entry of this.#entries()) entry.outdatedFrom = Number.NEGATIVE_INFINITY;
    this.#flights.clear();
  }
}

/** The product whose own page, or data of it, this is. */
function productOf(name: string): string | null {
  return /^\/product\/([^/.?]+)/.exec(name)?.[1] ?? null;
}

/** It failed, or only shows recalled data. */
function isFailed({ status, headers }: Rendered): boolean {
  return status >= 500 || headers["cache-control"] === "no-store";
}

function isShared(rendered: Rendered): boolean {
  const control = rendered.headers["cache-control"] ?? "";
  return /\bpublic\b/.test(control) && rendered.cookies.length === 0;
}

/** The page for all paths that lead nowhere is kept only while it says so. */
function isOf(name: string, { status }: Rendered): boolean {
  return name !== NOT_FOUND_KEY || status === 404;
}
