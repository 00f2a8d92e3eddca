// Lets a function continue from a stop (see database/harness-sql.ts). This connection holds both keys of every backend; the
// backend waits for one of them. To let it pass, that key is released. The key that it passed before is taken again
// first, so that the next stop stops.
import type pg from "pg";
import { BACKENDS_MAX, STOP_LOCKS } from "../database/harness-sql.ts";
import { HarnessError } from "../problems.ts";

export class Stops {
  readonly #client: pg.Client;
  /** The key of each backend that is free. */
  readonly #free = new Map<number, number>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async hold(): Promise<void> {
    await this.#client.query(
      `select pg_advisory_lock(${STOP_LOCKS}, lock) from generate_series(0, ${2 * BACKENDS_MAX - 1}) lock`,
    );
  }

  /** Takes the keys that are free. No backend is on its way from one stop to the next. */
  async reacquire(): Promise<void> {
    const locks = [...this.#free].map(([backend, key]) => 2 * backend + key);
    this.#free.clear();
    await this.#client.query(`select pg_advisory_lock(${STOP_LOCKS}, lock) from unnest($1::integer[]) lock`, [
      locks,
    ]);
  }

  /** The backend has to be at the stop with this key, or on its way to ask for it. */
  async release(backend: number, key: number): Promise<void> {
    const free = this.#free.get(backend);
    if (free === key) throw new HarnessError(`Backend ${backend} did not stop where it should`);
    const reacquired = free === undefined ? "" : `pg_advisory_lock(${STOP_LOCKS}, ${2 * backend + free}), `;
    await this.#client.query(
      `select ${reacquired}pg_advisory_unlock(${STOP_LOCKS}, ${2 * backend + key}) as released`,
    );
    this.#free.set(backend, key);
  }
}
