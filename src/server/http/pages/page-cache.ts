// Pages that are the same for everybody are drawn once and then served as compressed bytes with their headers, like a
// static file. The database tells what changed of what pages show (server/shown), and only the pages that showed it are
// drawn again. Each page is in one of these states:
//
//   current   it is served.
//   old       what it shows changed harmlessly, or it is no longer young: it is served while it is drawn anew in the
//             background. What a product's own page says of its stock is served for a moment only.
//   outdated  it would tell something wrong, or has been old for too long: whoever asks waits until it is drawn anew. When
//             that fails or takes long (the database is away), the last good text is served, and nobody may keep that.
//
// A page is drawn once for all who ask for it at the same moment. Nobody gets one that was begun before a change that this
// process had heard of when they asked. Decision 031.

import type { ShownChange } from "../../shown/change.ts";
import { harmOf, Shown } from "../../shown/shown.ts";
import { KeptPage, type PageAnswer, type Rendered } from "./kept-page.ts";
import { NOT_FOUND_KEY } from "./page-path.ts";
import { PageStore } from "./page-store.ts";
import { ShownIndex } from "./shown-index.ts";

/** Draws a page, and notes what it shows. */
export type Render = (shown: Shown) => Promise<Rendered>;

/** How long a product's own page is served after what it says of the stock has changed harmlessly. */
const BRIEF_MS = 1_000;
/** What sells well changes all the time: a page is drawn no more often for what is harmless. */
const REDRAW_MS = 500;
/** What pages say of the day (delivery, "new") changes without anybody telling. */
const YOUNG_MS = 5 * 60_000;
const AGE_MS_MAX = 10 * 60_000;
/** How long a page is believed while changes can't be heard. */
/** After a page could not be drawn, until the next attempt. */
const RETRY_MS = 5_000;
/** How long anybody waits for a page that has a last good text: a database that hangs says nothing for 20 seconds. */
const PATIENCE_MS = 1_000;
/** Some two thousand product pages. */
const BYTES_MAX = 32 * 1024 * 1024;
/** A flight that more changes overtake counts as overtaken by one that changes everything. */
const OVERTAKING_MAX = 1_000;
const ID_BYTES = 100;

class Entry {
  readonly page: KeptPage;
  readonly shown: Shown;
  readonly drawnAt: number;
  /** Until when it may be served although something harmless changed. */
  oldUntil: number | null = null;
  isOutdated = false;
  retryAt = 0;

  constructor(page: KeptPage, shown: Shown, drawnAt: number) {
    this.page = page;
    this.shown = shown;
    this.drawnAt = drawnAt;
  }

  get bytes(): number {
    const { cards, whole, pictures } = this.shown;
    return this.page.bytes + ID_BYTES * (cards.size + whole.size + pictures.size);
  }

  /** What is not found is not worth the room of what is, and neither is what a robot makes up, however often it asks. */
  get mayStay(): boolean {
    return this.page.status === 200 && !this.shown.isOfOwnWords;
  }

  /** Whether the next attempt is still to come. A clock that was ahead and is set back puts none off. */
  isPutOff(now: number): boolean {
    return now < this.retryAt && now >= this.retryAt - RETRY_MS;
  }

  note(change: ShownChange, now: number): void {
    const harm = harmOf(change, this.shown);
    if (harm === null) return;
    // The database is there, since it tells.
    this.retryAt = 0;
    if (harm !== "harmful") {
      const until = now + (harm === "brief" ? BRIEF_MS : YOUNG_MS);
      this.oldUntil = Math.min(this.oldUntil ?? until, until);
      return;
    }
    this.isOutdated = true;
  }
}

/** A page that is being drawn. */
type Flight = {
  /** How many changes had been heard. */
  began: number;
  startedAt: number;
  changes: ShownChange[];
  landed: Promise<Landing>;
};
type Landing = { rendered: Rendered; kept: KeptPage | null; isOvertaken: boolean };

/** once: it is not kept; with cookies it is for this one request, otherwise for all who waited. */
export type Filled =
  | { kind: "kept" | "last_good"; answer: PageAnswer }
  | { kind: "once"; rendered: Rendered };

const failed: Landing = {
  rendered: { status: 500, headers: {}, cookies: [], body: Buffer.alloc(0) },
  kept: null,
  isOvertaken: false,
};

export type Hit = PageAnswer & {
  /** Whether somebody should call `refresh`. */
  isOld: boolean;
};

export class PageCache {
  readonly #clock: () => number;
  readonly #store: PageStore<Entry>;
  readonly #index: ShownIndex;
  readonly #onError: (name: string, error: unknown) => void;
  readonly #flights = new Map<string, Flight>();
  /** How many changes were heard. */
  #heard = 0;
  /** Pages answered from memory; pages that somebody waited for; pages that were drawn, also in the background. */
  hits = 0;
  misses = 0;
  renders = 0;
  /** Pages that were answered with their last good text. */
  lastGoods = 0;

  /** `onError`: told once of each drawing that threw, whether anybody waited for it or not. */
  constructor(
    clock: () => number,
    { bytesMax = BYTES_MAX, index = new ShownIndex(), onError = (_name: string, _error: unknown) => {} } = {},
  ) {
    this.#clock = clock;
    this.#index = index;
    this.#onError = onError;
    this.#store = new PageStore(bytesMax, (name, { shown }) => this.#index.remove(name, shown));
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  get size(): number {
    return this.#store.size;
  }

  /** The page of this name as it may be served now; null: it has to be drawn. */
  recall(name: string, acceptEncoding: string): Hit | null {
    const entry = this.#store.use(name);
    if (!entry) return null;
    const state = this.#stateOf(entry);
    if (state === "outdated")
      return entry.isPutOff(this.#clock()) ? this.#lastGood(name, entry, acceptEncoding) : null;
    this.hits += 1;
    const answer = this.#answer(name, entry.page, acceptEncoding);
    return { ...answer, isOld: state === "old" };
  }

  #stateOf(entry: Entry): "current" | "old" | "outdated" {
    const now = this.#clock();
    const age = now - entry.drawnAt;
    // The clock was ahead when it was drawn: nothing follows from its age.
    if (entry.isOutdated || age < 0 || age > AGE_MS_MAX) return "outdated";
    if (entry.oldUntil === null) return age > YOUNG_MS ? "old" : "current";
    return now > entry.oldUntil ? "outdated" : "old";
  }

  #answer(name: string, page: KeptPage, acceptEncoding: string): PageAnswer {
    const before = page.bytes;
    const answer = page.answer(acceptEncoding);
    if (page.bytes !== before) this.#store.reweigh(name);
    return answer;
  }

  #lastGood(name: string, entry: Entry, acceptEncoding: string): Hit {
    this.lastGoods += 1;
    this.#answer(name, entry.page, acceptEncoding);
    return { ...entry.page.answerInEmergency(acceptEncoding), isOld: false };
  }

  /** Draws an old page anew in the background, unless that is under way, was a moment ago, or has just failed. */
  refresh(name: string, render: Render): void {
    const entry = this.#store.peek(name);
    const now = this.#clock();
    if (this.#flights.has(name) || !entry || entry.isPutOff(now) || now - entry.drawnAt < REDRAW_MS) return;
    this.#fly(name, render).landed.catch(() => {});
  }

  /**
   * Draws a page for somebody who waits for it, and keeps it if it says that it is public. A page that fails, or is not
   * there in time, is answered with its last good text, if it has one; in the latter case it is drawn on.
   */
  async fill(name: string, render: Render, acceptEncoding: string): Promise<Filled> {
    this.misses += 1;
    const asked = this.#heard;
    const { promise: tooLate, resolve } = Promise.withResolvers<null>();
    const limit = setTimeout(() => resolve(null), PATIENCE_MS);
    try {
      for (;;) {
        const shared = this.#flights.get(name);
        const flight = shared ?? this.#fly(name, render);
        const landed = this.#landed(flight, name);
        const landing = await (this.#store.peek(name) ? Promise.race([landed, tooLate]) : landed);
        // Whoever asked after the change gets the next one, which begins only now.
        if (landing?.isOvertaken && flight.began < asked) continue;
        if (landing?.kept) return { kind: "kept", answer: this.#answer(name, landing.kept, acceptEncoding) };
        const entry = landing === null || isFailed(landing.rendered) ? this.#store.peek(name) : undefined;
        if (entry && landing === null) this.#putOff(name);
        if (entry) return { kind: "last_good", answer: this.#lastGood(name, entry, acceptEncoding) };
        // Its last good text was pushed out meanwhile: there is nothing but to wait.
        if (landing === null) continue;
        // What sets a cookie is nobody else's.
        const isOthers = shared !== undefined && landing.rendered.cookies.length > 0;
        return { kind: "once", rendered: isOthers ? await render(new Shown()) : landing.rendered };
      }
    } finally {
      clearTimeout(limit);
    }
  }

  async #landed({ landed }: Flight, name: string): Promise<Landing> {
    try {
      return await landed;
    } catch (error) {
      if (!this.#store.peek(name)) throw error;
      return failed;
    }
  }

  /** It is known before it begins: whatever the drawing does at once, its end takes it away again. */
  #fly(name: string, render: Render): Flight {
    this.renders += 1;
    const { promise: landed, resolve, reject } = Promise.withResolvers<Landing>();
    const flight = { began: this.#heard, startedAt: this.#clock(), changes: [], landed };
    this.#flights.set(name, flight);
    this.#draw(name, render, flight).then(resolve, reject);
    return flight;
  }

  async #draw(name: string, render: Render, { startedAt, changes }: Flight): Promise<Landing> {
    const shown = new Shown();
    try {
      const rendered = await render(shown);
      const kept = this.#keep(name, rendered, { shown, changes, startedAt });
      const isOvertaken = changes.some((change) => harmOf(change, shown) === "harmful");
      return { rendered, kept, isOvertaken };
    } catch (error) {
      this.#putOff(name);
      this.#onError(name, error);
      throw error;
    } finally {
      this.#flights.delete(name);
    }
  }

  #keep(
    name: string,
    rendered: Rendered,
    { shown, changes, startedAt }: Pick<Flight, "changes" | "startedAt"> & { shown: Shown },
  ): KeptPage | null {
    if (isFailed(rendered)) {
      this.#putOff(name);
      return null;
    }
    if (!isShared(rendered) || !isOf(name, rendered)) {
      // It may have been for everybody once, and is no longer.
      this.#store.delete(name);
      return null;
    }
    // It tells what was true when it was begun.
    const entry = new Entry(new KeptPage(rendered), shown, startedAt);
    this.#store.set(name, entry);
    if (this.#store.peek(name) === entry) this.#index.add(name, shown);
    for (const change of changes) this.#noteOf(name, change, this.#clock());
    return entry.page;
  }

  #putOff(name: string): void {
    const entry = this.#store.peek(name);
    if (!entry) return;
    entry.retryAt = this.#clock() + RETRY_MS;
    // The next change ends the pause.
    this.#index.add(name, entry.shown);
  }

  /** Something that pages show has changed. */
  note(change: ShownChange): void {
    this.#heard += 1;
    const now = this.#clock();
    const names = change.kind === "everything" ? this.#store.names() : this.#index.touchedBy(change);
    for (const name of names) this.#noteOf(name, change, now);
    for (const { changes } of this.#flights.values()) {
      if (changes.length < OVERTAKING_MAX) changes.push(change);
      else changes.splice(0, changes.length, { kind: "everything" });
    }
  }

  /** A page that is outdated can't become more so: until it is drawn anew, further changes don't look for it. */
  #noteOf(name: string, change: ShownChange, now: number): void {
    const entry = this.#store.peek(name);
    if (!entry) return;
    entry.note(change, now);
    if (entry.isOutdated) this.#index.remove(name, entry.shown);
  }
}

/** It failed, or shows merely what somebody remembers. */
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
