// Which statements reach the database, for tests that count or explain them.
import { CompiledQuery } from "kysely";
import type { PoolClient } from "pg";
import type { Db } from "#server/db/transaction.ts";
import type { TestShop } from "#test/shop/shop.ts";

type Connected = Parameters<TestShop["shop"]["pool"]["connect"]>[0];

export type Recording = {
  /** The text of every statement since the start, or since the test cleared it. */
  asked: string[];
  /** All tests share the pool, so the listener must be removed again. */
  stop: () => void;
};

/** Records every statement on every connection of the pool. */
export function recordStatements(pool: TestShop["shop"]["pool"]): Recording {
  const asked: string[] = [];
  const connect = pool.connect.bind(pool);
  const get = (client: object, name: string | symbol) => {
    const value: unknown = Reflect.get(client, name, client);
    if (typeof value !== "function") return value;
    if (name !== "query") return value.bind(client);
    return (first: string | { text: string }, ...rest: unknown[]) => {
      asked.push(typeof first === "string" ? first : first.text);
      return value.call(client, first, ...rest);
    };
  };
  const recorded = (client: PoolClient) => new Proxy<PoolClient>(client, { get });
  // The driver's own pool.query connects by a callback.
  const connectRecorded = (done?: Connected) =>
    done
      ? connect((error, client, release) => done(error, client && recorded(client), release))
      : connect().then(recorded);
  pool.connect = connectRecorded as typeof pool.connect;
  return { asked, stop: () => void Reflect.deleteProperty(pool, "connect") };
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
