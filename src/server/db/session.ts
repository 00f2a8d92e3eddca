// The one connection of a process that is a session of the database's, past a pooler: it receives the notifications of other processes,
// and holds advisory locks, which go with it when the process dies. A pooler in transaction mode takes LISTEN and forwards
// nothing, without an error, so each connection first hears a message that the process sends itself over another one. One
// that is lost is reopened, as often as it takes. The two ends ask each other whether they are still there (TCP keep-alive),
// so one that a firewall has forgotten is noticed within half a minute.
import { randomInt, randomUUID } from "node:crypto";
import { Socket } from "node:net";
import pg from "pg";
import { OperatorError } from "../core/operator-error.ts";

export type Hearer = {
  heard: (payload: string) => void;
  /** The connection is new: notifications in between are lost, so caches must drop everything. */
  missed: () => void;
  /** Called for each connection: only this callback sets or locks anything on it. */
  session?: (client: pg.Client) => Promise<void>;
};

export type Listening = { end: () => Promise<void> };

export type SessionPace = {
  connectMsMax: number;
  /** A message to oneself that takes longer, from when it was sent, is lost. */
  helloMsMax: number;
  /** After a try to connect that failed; doubled after each further one, up to the longest. */
  againMs: number;
  againMsMax: number;
};

export const SESSION_PACE: SessionPace = {
  connectMsMax: 20_000,
  helloMsMax: 15_000,
  againMs: 500,
  againMsMax: 15_000,
};

export const NOT_HEARD =
  "Database notifications (LISTEN) don't arrive, as with a pooler in transaction mode. Set DATABASE_URL_DIRECT to the same database without the pooler, or with a pooler in session mode.";

const HELLO = "shop_hello";
const KEEP_ALIVE_DELAY_MS = 10_000;
const QUERY_MS_MAX = 30_000;

type Connection = { client: pg.Client; socket: Socket; locks: Set<string> };
type Options = { url: string; tell: Pick<pg.Pool, "query">; pace?: SessionPace };

export class Session {
  readonly #url: string;
  readonly #tell: Pick<pg.Pool, "query">;
  readonly #pace: SessionPace;
  readonly #hearers = new Map<Hearer, string>();
  #first: Promise<void> | null = null;
  #current: Connection | null = null;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /** `tell`: where messages to this process are sent. */
  constructor({ url, tell, pace = SESSION_PACE }: Options) {
    this.#url = url;
    this.#tell = tell;
    this.#pace = pace;
  }

  /** Connects for the first listener; then throws what goes wrong. Resolves when the hearer hears. */
  async listen(channel: string, hearer: Hearer): Promise<Listening> {
    this.#hearers.set(hearer, channel);
    const end = async () => void this.#hearers.delete(hearer);
    try {
      if (this.#current) await welcome(this.#current, channel, hearer);
      else {
        this.#first ??= this.#connect();
        await this.#first;
      }
    } catch (error) {
      await end();
      this.#first = null;
      throw error;
    }
    return { end };
  }

  /** Whether this process has the lock (the two halves of its key, as SQL), which it tries to take. */
  async tryLock(lock: string): Promise<boolean> {
    const connection = this.#current;
    if (connection === null) return false;
    if (connection.locks.has(lock)) return true;
    const { rows } = await connection.client
      .query<{ isMine: boolean }>(`select pg_try_advisory_lock(${lock}) as "isMine"`)
      .catch((error: unknown) => {
        connection.socket.destroy();
        throw error;
      });
    if (rows[0]?.isMine) connection.locks.add(lock);
    return connection === this.#current && connection.locks.has(lock);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    const connection = this.#current;
    this.#current = null;
    // One whose other end is gone never answers the good-bye.
    void connection?.client.end();
    setTimeout(() => connection?.socket.destroy(), 1_000).unref();
  }

  async #connect(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      connectionTimeoutMillis: this.#pace.connectMsMax,
      query_timeout: QUERY_MS_MAX,
      stream: () => socket,
    });
    const connection = { client, socket, locks: new Set<string>() };
    client.on("error", () => {});
    client.on("end", () => this.#lose(connection));
    client.on("notification", ({ channel: told, payload = "" }) => {
      for (const [hearer, channel] of this.#hearers) if (channel === told) hearer.heard(payload);
    });
    try {
      await client.connect();
      await this.#sayHello(client);
      for (const [hearer, channel] of this.#hearers) await welcome(connection, channel, hearer);
      if (socket.destroyed) throw new Error("the connection was lost right away");
    } catch (error) {
      socket.destroy();
      throw error;
    }
    if (this.#hasEnded) socket.destroy();
    else this.#current = connection;
  }

  /** Throws unless the connection receives a notification from another one. */
  async #sayHello(client: pg.Client): Promise<void> {
    const token = randomUUID();
    const { promise: heard, resolve, reject } = Promise.withResolvers<void>();
    client.on("notification", ({ payload }) => payload === token && resolve());
    client.once("end", () => reject(new Error("the connection was lost right away")));
    heard.catch(() => {});
    await client.query(`listen ${HELLO}`);
    await this.#tell.query("select pg_notify($1, $2)", [HELLO, token]);
    const limit = setTimeout(() => reject(new OperatorError(NOT_HEARD)), this.#pace.helloMsMax);
    await heard.finally(() => clearTimeout(limit));
  }

  #lose(connection: Connection): void {
    if (this.#current !== connection) return;
    this.#current = null;
    this.#next(0);
  }

  #next(afterMs: number): void {
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => void this.#again(), afterMs).unref();
  }

  async #again(): Promise<void> {
    try {
      await this.#connect();
    } catch {
      this.#failures += 1;
      this.#next(this.#pauseMs());
      return;
    }
    this.#failures = 0;
    for (const { missed } of this.#hearers.keys()) missed();
  }

  /** Many processes lose their connections at the same moment; they must not all come back at the same moment. */
  #pauseMs(): number {
    const { againMs, againMsMax } = this.#pace;
    const pause = Math.min(againMs * 2 ** (this.#failures - 1), againMsMax);
    return pause / 2 + randomInt(Math.ceil(pause / 2) + 1);
  }
}

async function welcome({ client }: Connection, channel: string, { session }: Hearer): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  await session?.(client);
}
