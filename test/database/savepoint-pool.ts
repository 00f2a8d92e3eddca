// A pool whose transactions can be savepoints of one that is never committed, so that all writes are undone while the
// engine keeps its plans of statements and functions.
import type pg from "pg";

const SAVEPOINT = "taken_back";

type Query = (asked: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;
type Client = { query: Query; release: () => Promise<void> };

export class SavepointPool {
  readonly options: pg.Pool["options"];
  readonly #pool: pg.Pool;
  #outer: pg.PoolClient | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  /** Opens the transaction that takeBack ends. */
  async open(): Promise<void> {
    this.#outer = await this.#pool.connect();
    await this.#outer.query("begin");
  }

  async takeBack(): Promise<void> {
    const outer = this.#outer;
    this.#outer = null;
    await outer?.query("rollback");
    outer?.release();
  }

  async connect(): Promise<Client> {
    const outer = this.#outer;
    if (!outer) return (await this.#pool.connect()) as unknown as Client;
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    return clientInside(outer, resolve);
  }

  async query(asked: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.connect();
    try {
      return await client.query(asked, values);
    } finally {
      await client.release();
    }
  }
}

function clientInside(outer: pg.PoolClient, done: () => void): Client {
  let isOpen = false;
  const begin = () => {
    isOpen = true;
    return outer.query(`savepoint ${SAVEPOINT}`);
  };
  const commit = () => {
    isOpen = false;
    return outer.query(`release savepoint ${SAVEPOINT}`);
  };
  const rollBack = async () => {
    await outer.query(`rollback to savepoint ${SAVEPOINT}`);
    return commit();
  };
  const run: Query = (asked, values) => outer.query(asked as string, values);
  const alone: Query = async (asked, values) => {
    await begin();
    try {
      const answer = await run(asked, values);
      await commit();
      return answer;
    } catch (error) {
      await rollBack();
      throw error;
    }
  };
  return {
    query: (asked, values) => {
      const text = typeof asked === "string" ? asked : asked.text;
      if (/^\s*(begin|start transaction)\b/i.test(text)) return begin();
      const [, end] = /^\s*(commit|rollback)\s*$/i.exec(text) ?? [];
      // An end without a beginning has no effect; it must not end the outer transaction.
      if (!isOpen) return end ? run("select") : alone(asked, values);
      if (end) return /commit/i.test(end) ? commit() : rollBack();
      return run(asked, values);
    },
    release: async () => {
      if (isOpen) await rollBack();
      done();
    },
  };
}
