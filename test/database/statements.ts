// Which statements reach the database, for tests that count or explain them.
import { CompiledQuery } from "kysely";
import type { PoolClient } from "pg";
import type { Db } from "#server/db/transaction.ts";
import type { TestShop } from "#test/shop/shop.ts";

type Pool = TestShop["shop"]["pool"];
type Connected = Parameters<Pool["connect"]>[0];

export type Recording = {
  /** The text of every statement since the start, or since the test cleared it. */
  asked: string[];
  /** All tests share the pool, so the listener must be removed again. */
  stop: () => void;
};

/** Records every statement on every connection of the pool. */
export function recordStatements(pool: Pool): Recording {
  const asked: string[] = [];
  const stop = interceptStatements(pool, (text, send) => {
    asked.push(text);
    return send();
  });
  return { asked, stop };
}

/** `around` gets every statement of the pool and decides what is sent. Returns how to stop it. */
export function interceptStatements(
  pool: Pool,
  around: (text: string, send: () => unknown) => unknown,
): () => void {
  const connect = pool.connect.bind(pool);
  const get = (client: object, name: string | symbol) => {
    const value: unknown = Reflect.get(client, name, client);
    if (typeof value !== "function") return value;
    if (name !== "query") return value.bind(client);
    return (first: string | { text: string }, ...rest: unknown[]) =>
      around(typeof first === "string" ? first : first.text, () => value.call(client, first, ...rest));
  };
  const intercepted = (client: PoolClient) => new Proxy<PoolClient>(client, { get });
  // The driver's own pool.query connects by a callback.
  const connectIntercepted = (done?: Connected) =>
    done
      ? connect((error, client, release) => done(error, client && intercepted(client), release))
      : connect().then(intercepted);
  pool.connect = connectIntercepted as typeof pool.connect;
  return () => void Reflect.deleteProperty(pool, "connect");
}

/** The same database, recording its queries. */
export function keepQueries(db: Db): { listening: Db; asked: CompiledQuery[] } {
  const asked: CompiledQuery[] = [];
  const listening = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  }) as Db;
  return { listening, asked };
}

/** The database's plan of a recorded query, as JSON. */
export async function planOf(db: Db, query: CompiledQuery | undefined): Promise<string> {
  const explained = CompiledQuery.raw(`explain ${query?.sql}`, [...(query?.parameters ?? [])]);
  return JSON.stringify((await db.executeQuery(explained)).rows);
}
