// The embedded database has one connection, on this thread. This pool gives it the shape of a driver pool: each user
// waits in line for the connection, uses it alone, and hands it back. A client that is handed back inside a
// transaction (its user forgot or failed) is rolled back first, so that no one inherits it. The adaptor shipped with
// the engine drops its connection after any SQL error and then answers with wrong results; that is why this one
// never destroys its client.
import { EventEmitter } from "node:events";
import type { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";

type Release = () => Promise<void>;
export type EmbeddedClient = pg.Client & { release: Release };

export class EmbeddedPool extends EventEmitter {
  readonly options = { max: 1 };
  #lite: PGlite;
  #tail: Promise<void> = Promise.resolve();
  #client: Promise<pg.Client>;

  constructor(lite: PGlite) {
    super();
    this.#lite = lite;
    this.#client = this.#open();
    this.#client.catch(() => {});
  }

  async #open(): Promise<pg.Client> {
    await this.#lite.waitReady;
    const client = new pg.Client(createPgConfig(this.#lite) as pg.ClientConfig);
    client.on("error", (error) => this.emit("error", error));
    await client.connect();
    return client;
  }

  async connect(): Promise<EmbeddedClient> {
    const client = await this.#client;
    const before = this.#tail;
    const turn = Promise.withResolvers<void>();
    this.#tail = turn.promise;
    await before;
    return this.#lend(client, turn.resolve);
  }

  #lend(client: pg.Client, done: () => void): EmbeddedClient {
    let released = false;
    const release: Release = async () => {
      if (released) return;
      released = true;
      try {
        if (this.#lite.isInTransaction()) await client.query("rollback");
      } finally {
        done();
      }
    };
    return new Proxy(client, {
      get(target, key) {
        if (key === "release") return release;
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    }) as EmbeddedClient;
  }

  async query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.connect();
    try {
      return await client.query(text as string, values);
    } finally {
      await client.release();
    }
  }

  async end(): Promise<void> {
    await this.#tail;
    await (await this.#client).end();
  }
}
