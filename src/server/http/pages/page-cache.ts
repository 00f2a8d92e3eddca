// Pages that are the same for everybody are rendered once and then served as compressed bytes with their headers, like
// a static file. An entry is fresh for a while; after that it is still served while it is rendered again in the
// background, and again later when that failed. When the catalog or the settings change, everything is dropped. A render that began before the change
// is thrown away, so nothing old can come back, except in an emergency: while a page can't be rendered (the database is
// gone), its last good text is served instead of an error.
import { createHash } from "node:crypto";
import { chooseEncoding, type EncodedBody, type Encoding, encodeBody } from "./compression.ts";
import { NOT_FOUND_KEY } from "./page-path.ts";

export type Rendered = { status: number; headers: Record<string, string>; cookies: string[]; body: Buffer };

type Entry = {
  status: number;
  headers: Record<Encoding, Record<string, string | number>>;
  bodies: EncodedBody;
  etag: string;
  freshUntil: number;
  /** An entry of an earlier generation is only for emergencies. */
  generation: number;
};

export type CachedAnswer = Pick<Entry, "status" | "etag"> & {
  headers: Record<string, string | number>;
  body: Buffer;
  isFresh: boolean;
};

const FRESH_MS = 30_000;
/** How long an old page is served before the next attempt to render it. */
const RETRY_MS = 5_000;
const ENTRIES_MAX = 2_000;
const ALIASES_MAX = 10_000;
/** Longer targets are looked up by their page each time: nobody sends one twice who means well. */
const ALIAS_LENGTH_MAX = 512;
const QUALITY = 5;

export class PageCache {
  #entries = new Map<string, Entry>();
  /** Raw request targets to keys, so that a hit does not parse a URL. */
  #aliases = new Map<string, string>();
  #filling = new Map<string, Promise<Rendered>>();
  #generation = 0;
  readonly #clock: () => number;
  hits = 0;
  misses = 0;
  /** Pages that were answered with their last good text. */
  lastGoods = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The answer to a raw request target, if this target was answered from the cache before. */
  peek(target: string, acceptEncoding: string): CachedAnswer | null {
    const key = this.#aliases.get(target);
    const entry = key === undefined ? undefined : this.#entries.get(key);
    return entry?.generation === this.#generation ? this.#answer(entry, acceptEncoding) : null;
  }

  /** The answer of a page, fresh or not; `target` becomes another name of it. */
  recall(key: string, target: string, acceptEncoding: string): CachedAnswer | null {
    const entry = this.#entries.get(key);
    if (entry?.generation !== this.#generation) return null;
    this.#name(target, key);
    return this.#answer(entry, acceptEncoding);
  }

  #answer(entry: Entry, acceptEncoding: string): CachedAnswer {
    this.hits += 1;
    const encoding = chooseEncoding(acceptEncoding);
    return {
      status: entry.status,
      headers: entry.headers[encoding],
      body: entry.bodies[encoding],
      etag: entry.etag,
      isFresh: entry.freshUntil > this.#clock(),
    };
  }

  /** Renders an old page anew in the background. Until that is done, or RETRY_MS after it failed, the old one counts as fresh. */
  refresh(key: string, target: string, render: () => Promise<Rendered>): void {
    const entry = this.#entries.get(key);
    if (entry) entry.freshUntil = this.#clock() + RETRY_MS;
    this.fill(key, target, render).catch(() => {});
  }

  /**
   * Renders a page, once for all who ask for it at the same moment, and keeps it if it says that it is
   * public and did not fail. `target` becomes another name of `key`.
   */
  async fill(key: string, target: string, render: () => Promise<Rendered>): Promise<Rendered> {
    this.misses += 1;
    const generation = this.#generation;
    const slot = `${generation}:${key}`;
    const running = this.#filling.get(slot);
    if (running) return running;
    const promise = render().finally(() => this.#filling.delete(slot));
    this.#filling.set(slot, promise);
    const rendered = await promise;
    if (generation !== this.#generation || rendered.status >= 500) return rendered;
    if (isShared(rendered) && isOf(key, rendered)) this.#store(key, target, rendered);
    // It was for everybody once, and is no longer.
    else this.#entries.delete(key);
    return rendered;
  }

  /** Drops everything, and everything that is being rendered. */
  clear(): void {
    this.#generation += 1;
    this.#aliases.clear();
  }

  /** What the page said when it could be rendered; nobody may keep this copy. */
  lastGood(key: string): Rendered | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.lastGoods += 1;
    const { etag: _etag, ...headers } = entry.headers.identity;
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const body = entry.bodies.identity;
    return {
      status: entry.status,
      headers: { ...Object.fromEntries(texts), "cache-control": "no-store" },
      cookies: [],
      body,
    };
  }

  #store(key: string, target: string, rendered: Rendered): void {
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= ENTRIES_MAX) this.#entries.delete(oldest);
    const bodies = encodeBody(rendered.body, rendered.headers["content-type"] ?? "", QUALITY);
    const etag = `"${createHash("sha1").update(rendered.body).digest("base64url")}"`;
    const shared = { ...rendered.headers, etag, vary: "Accept-Encoding" };
    const headersFor = (encoding: Encoding) => ({
      ...shared,
      ...(encoding !== "identity" && bodies[encoding] !== bodies.identity
        ? { "content-encoding": encoding }
        : {}),
      "content-length": bodies[encoding].byteLength,
    });
    const headers = { br: headersFor("br"), gzip: headersFor("gzip"), identity: headersFor("identity") };
    this.#entries.delete(key);
    const freshUntil = this.#clock() + FRESH_MS;
    const generation = this.#generation;
    this.#entries.set(key, { status: rendered.status, headers, bodies, etag, freshUntil, generation });
    this.#name(target, key);
  }

  #name(target: string, key: string): void {
    if (target.length > ALIAS_LENGTH_MAX) return;
    if (this.#aliases.size >= ALIASES_MAX) this.#aliases.clear();
    this.#aliases.set(target, key);
  }
}

function isShared(rendered: Rendered): boolean {
  const control = rendered.headers["cache-control"] ?? "";
  return /\bpublic\b/.test(control) && rendered.cookies.length === 0;
}

/** The page for all paths that lead nowhere is kept only while it says so. */
function isOf(key: string, { status }: Rendered): boolean {
  return key !== NOT_FOUND_KEY || status === 404;
}
