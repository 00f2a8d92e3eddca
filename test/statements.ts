// Which statements reach the database, for tests that count them.
import type { TestShop } from "./shop.ts";

export type Recording = {
  /** The text of every statement since the start, or since it was emptied by the test. */
  asked: string[];
  /** All tests share the pool, so the listener must be removed again. */
  stop: () => void;
};

/** Records every statement on every connection of the pool. */
export function recordStatements(pool: TestShop["shop"]["pool"]): Recording {
  const asked: string[] = [];
  const connect = pool.connect.bind(pool) as () => Promise<object>;
  const get = (client: object, name: string | symbol) => {
    const value: unknown = Reflect.get(client, name, client);
    if (typeof value !== "function") return value;
    if (name !== "query") return value.bind(client);
    return (first: string | { text: string }, ...rest: unknown[]) => {
      asked.push(typeof first === "string" ? first : first.text);
      return value.call(client, first, ...rest);
    };
  };
  pool.connect = (async () => new Proxy(await connect(), { get })) as typeof pool.connect;
  return { asked, stop: () => void Reflect.deleteProperty(pool, "connect") };
}
