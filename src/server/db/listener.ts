// A connection that listens. A lost message means an old page for as long as the process lives, and a connection can
// lose them without an error: a pooler in transaction mode takes LISTEN and forwards nothing, a firewall forgets an idle
// connection. So hearing is proven by a message to oneself, sent over another connection: at the start, after each
// reconnect, and from time to time. What can't be heard is connected anew, and the caches are dropped each time.
import { randomInt, randomUUID } from "node:crypto";
import { Socket } from "node:net";
import pg from "pg";

export type Hearer = {
  heard: (payload: string) => void;
  /** Messages may have been lost: caches must drop everything. */
  missed: () => void;
  /** Whether messages arrive, each time that this changes. */
  changed?: (hears: boolean) => void;
  /** Told of each connection once it has proven that it hears: nobody else uses it, so it keeps what is set or locked. */
  session?: (client: pg.Client) => Promise<void>;
};

export type Listening = {
  hears: () => boolean;
  /** Somebody missed a message: until the connection is proven anew, which begins at once, it counts as one that hears nothing. */
  doubt: () => void;
  end: () => Promise<void>;
};

export type ListenPace = {
  /** Between two proofs. */
  proofEveryMs: number;
  /** A message to oneself that takes longer, from when it was sent, is lost. */
  proofMsMax: number;
  /** Until it is sent, which waits for the pool like every query. */
  sendMsMax: number;
  connectMsMax: number;
  /** After a try to connect that failed; doubled after each further one, up to the longest. */
  againMs: number;
  againMsMax: number;
};

export const LISTEN_PACE: ListenPace = {
  proofEveryMs: 30_000,
  proofMsMax: 5_000,
  sendMsMax: 30_000,
  connectMsMax: 20_000,
  againMs: 500,
  againMsMax: 15_000,
};

const PROOF = "proof ";
const KEEP_ALIVE_DELAY_MS = 10_000;

/** unsent: the pool was busy or away, which says nothing about the connection that listens. */
type Proof = "heard" | "silent" | "unsent";
type Connection = { client: pg.Client; socket: Socket; isProven: boolean };
type Options = { url: string; tell: pg.Pool; channel: string; hearer: Hearer; pace?: ListenPace };

/** Resolves when it listens and knows whether it hears. Throws what the first try to connect throws. */
export async function startListening(options: Options): Promise<Listening> {
  const listener = new Listener(options);
  await listener.start();
  return { hears: () => listener.hears, doubt: () => listener.doubt(), end: () => listener.end() };
}

class Listener {
  hears = false;
  readonly #options: Options;
  readonly #pace: ListenPace;
  #connection: Connection | null = null;
  #proof: { token: string; found: () => void } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #hasEnded = false;

  constructor(options: Options) {
    this.#options = options;
    this.#pace = options.pace ?? LISTEN_PACE;
  }

  async start(): Promise<void> {
    await this.#connect();
    const made = this.#connection;
    const proof = await this.#prove();
    // One that was lost meanwhile is made anew already.
    if (made !== this.#connection) return;
    this.#note(await this.#trust(proof));
    this.#checkLater();
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = null;
    // A half-open connection never answers the good-bye.
    void connection?.client.end();
    setTimeout(() => connection?.socket.destroy(), 1_000).unref();
  }

  doubt(): void {
    if (!this.hears || this.#hasEnded) return;
    this.#note(false);
    // Otherwise a proof is under way already.
    if (this.#proof === null) this.#next(() => this.#check(), 0);
  }

  async #connect(): Promise<void> {
    const { url, channel } = this.#options;
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      connectionTimeoutMillis: this.#pace.connectMsMax,
      stream: () => socket,
    });
    client.on("notification", ({ payload }) => this.#receive(payload ?? ""));
    client.on("error", () => {});
    client.on("end", () => {
      if (this.#connection?.client === client) this.#lose();
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    if (this.#hasEnded) socket.destroy();
    else this.#connection = { client, socket, isProven: false };
  }

  #receive(payload: string): void {
    if (!payload.startsWith(PROOF)) this.#options.hearer.heard(payload);
    else if (this.#proof && payload === PROOF + this.#proof.token) this.#proof.found();
  }

  /** Sends a message to oneself and answers whether it arrived. */
  async #prove(): Promise<Proof> {
    const { tell, channel } = this.#options;
    const { promise, resolve } = Promise.withResolvers<Proof>();
    const token = randomUUID();
    const proof = { token, found: () => resolve("heard") };
    this.#proof = proof;
    let limit = setTimeout(() => resolve("unsent"), this.#pace.sendMsMax).unref();
    const sent = () => {
      clearTimeout(limit);
      if (this.#proof === proof) limit = setTimeout(() => resolve("silent"), this.#pace.proofMsMax).unref();
    };
    tell.query("select pg_notify($1, $2)", [channel, PROOF + token]).then(sent, () => resolve("unsent"));
    const outcome = await promise;
    clearTimeout(limit);
    if (this.#proof === proof) this.#proof = null;
    return outcome;
  }

  async #check(): Promise<void> {
    const asked = this.#connection;
    const proof = await this.#prove();
    if (this.#hasEnded || asked !== this.#connection) return;
    if (proof === "silent") {
      this.#lose();
      return;
    }
    // It was made while no proof could be sent.
    if ((await this.#trust(proof)) && !this.hears) {
      this.#note(true);
      this.#options.hearer.missed();
    }
    this.#checkLater();
  }

  /** Sooner while it hears nothing. */
  #checkLater(): void {
    const { proofEveryMs, againMsMax } = this.#pace;
    if (this.#connection)
      this.#next(() => this.#check(), this.hears ? proofEveryMs : Math.min(proofEveryMs, againMsMax));
  }

  /** Answers whether it hears. */
  async #trust(proof: Proof): Promise<boolean> {
    const connection = this.#connection;
    if (proof !== "heard" || connection === null) return false;
    if (!connection.isProven) {
      connection.isProven = true;
      // One that breaks meanwhile is lost as at any other time.
      await this.#options.hearer.session?.(connection.client).catch(() => connection.socket.destroy());
    }
    return this.#connection === connection && !connection.socket.destroyed;
  }

  #lose(): void {
    this.#connection?.socket.destroy();
    this.#connection = null;
    this.#note(false);
    this.#next(() => this.#again(), this.#failures === 0 ? 0 : this.#pauseMs());
  }

  async #again(): Promise<void> {
    try {
      await this.#connect();
    } catch {
      this.#failures += 1;
      this.#next(() => this.#again(), this.#pauseMs());
      return;
    }
    if (this.#hasEnded) return;
    this.#failures = 0;
    const made = this.#connection;
    const proof = await this.#prove();
    // Lost meanwhile: whoever noticed makes the next one already.
    if (this.#hasEnded || made !== this.#connection) return;
    this.#note(await this.#trust(proof));
    this.#options.hearer.missed();
    this.#checkLater();
  }

  /** Many processes lose their connections at the same moment; they must not all come back at the same moment. */
  #pauseMs(): number {
    const { againMs, againMsMax } = this.#pace;
    const pause = Math.min(againMs * 2 ** (this.#failures - 1), againMsMax);
    return pause / 2 + randomInt(Math.ceil(pause / 2) + 1);
  }

  #note(hears: boolean): void {
    if (this.hears === hears) return;
    this.hears = hears;
    this.#options.hearer.changed?.(hears);
  }

  #next(step: () => void, afterMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#hasEnded) this.#timer = setTimeout(step, afterMs).unref();
  }
}
