// Puts spans around what a shop asks of the world: statements, the payment provider, the mail server. The parts
// themselves know nothing of it.
import pg from "pg";
import type { Traces } from "./traces.ts";

/** Spans around the methods of `part` that answer a promise, named "<prefix> <method>". */
export function tracePart<T extends object>(part: T, prefix: string, traces: Traces): T {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...parameters: unknown[]): unknown =>
        traces.span(`${prefix} ${String(key)}`, () => Reflect.apply(value, target, parameters));
    },
  });
}

type Query = (...parameters: unknown[]) => unknown;
const isWatched = Symbol("its statements make spans");

/**
 * Spans around the statements of a request or a call that has one already: what the worker asks every two seconds,
 * for nothing, makes none.
 */
export function tracePool(pool: pg.Pool, traces: Traces): void {
  const connect: unknown = Reflect.get(pool, "connect");
  if (typeof connect !== "function") return;
  // The driver's own pool lends clients to its `query` by callback, and perhaps in another request's turn.
  if (pool instanceof pg.Pool) watchQuery(pool, traces);
  Reflect.set(pool, "connect", (...parameters: unknown[]): unknown => {
    const lent: unknown = Reflect.apply(connect, pool, parameters);
    if (!(lent instanceof Promise)) return lent;
    return lent.then((client: object) => {
      watchQuery(client, traces);
      return client;
    });
  });
}

function watchQuery(target: object, traces: Traces): void {
  const query: unknown = Reflect.get(target, "query");
  if (typeof query !== "function" || Reflect.get(target, isWatched) === true) return;
  const ask: Query = (...parameters) => Reflect.apply(query, target, parameters);
  const watched: Query = (...parameters) => {
    const isByCallback = typeof parameters.at(-1) === "function";
    if (isByCallback || !traces.isInSpan()) return ask(...parameters);
    return traces.span(statementName(parameters[0]), () => ask(...parameters));
  };
  Reflect.set(target, "query", watched);
  Reflect.set(target, isWatched, true);
}

/** "select orders", "begin": the verb and the first table, never a value. */
export function statementName(statement: unknown): string {
  const text = typeof statement === "string" ? statement : textOf(statement);
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update|call)\s+(?:only\s+)?"?([a-z_]\w*)"?/i.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table.toLowerCase()}`;
}

function textOf(statement: unknown): string {
  return typeof statement === "object" && statement !== null && "text" in statement
    ? String(statement.text)
    : "";
}
