// The database at its worst, as a process of the shop sees it: the connection breaks before a statement ran, or
// after it ran but before the answer came (after a COMMIT nobody knows whether it happened), or the database
// demands that the whole transaction be repeated. A dead process never gets an answer.
import type pg from "pg";

export class ConnectionLost extends Error {
  constructor(when: "before" | "after", statement: string) {
    super(`connection lost ${when} "${statement.trim().slice(0, 40).replace(/\s+/g, " ")}"`);
  }
}

export class TryAgain extends Error {
  readonly code = "40001";
}

/** The caller's connection broke because the process that it called died. */
export class ProcessDied extends Error {}

/** null: the shop answered with an error or not at all because its database failed or its process died. */
export async function orFailure<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProcessDied || error instanceof ConnectionLost || error instanceof TryAgain)
      return null;
    throw error;
  }
}

export type DatabaseFault = "before" | "after" | "again";

export type Weather = {
  isAlive: () => boolean;
  /** Asked once per statement: does a fault strike here? */
  strike: (statement: string) => DatabaseFault | null;
  /** Something may have been written. */
  wrote: () => void;
};

export function faultyPool(pool: pg.Pool, weather: Weather): pg.Pool {
  const guarded = async <T>(query: string | { text: string }, run: () => Promise<T>): Promise<T> => {
    if (!weather.isAlive()) return new Promise<never>(() => {});
    const text = typeof query === "string" ? query : query.text;
    const isEnd = /^\s*rollback/i.test(text);
    const fault = isEnd ? null : weather.strike(text);
    if (fault === "before") throw new ConnectionLost("before", text);
    if (fault === "again") throw new TryAgain("could not serialize access");
    if (writes(text)) weather.wrote();
    const answer = await run();
    if (fault === "after") throw new ConnectionLost("after", text);
    return answer;
  };
  const faulty = {
    options: pool.options,
    query: (query: string, values?: unknown[]) =>
      guarded(query, () => pool.query(...prepared(query, values))),
    connect: async () => {
      if (!weather.isAlive()) return new Promise<never>(() => {});
      const client = await pool.connect();
      return {
        query: (query: string, values?: unknown[]) =>
          guarded(query, () => client.query(...prepared(query, values))),
        release: () => client.release(),
      };
    },
  };
  return faulty as unknown as pg.Pool;
}

type Asked = [query: string, values?: unknown[]];
const names = new Map<string, string>();

/** Names a statement with values, so that the engine parses it once instead of in every schedule. */
export function withPreparedStatements(pool: pg.Pool): pg.Pool {
  return faultyPool(pool, { isAlive: () => true, strike: () => null, wrote: () => {} });
}

function prepared(query: string | pg.QueryConfig, values?: unknown[]): Asked {
  if (typeof query !== "string" || values === undefined || values.length === 0)
    return [query as string, values];
  const name = names.get(query) ?? `s${names.size}`;
  names.set(query, name);
  return [{ name, text: query, values } as unknown as string];
}

const READS = /^\s*(select|begin|commit|rollback)\b/i;
/** Functions that write are called by a select. */
const WRITING_CALL =
  /\b(settle|claim|finish|fail|release|hold|apply|set|restock|merge|end|flag|queue|move|begin)_\w+\s*\(/;

/** The inbox, the recorded calls and the claims on mails: no rule that is checked after every step reads them. */
const ASIDE =
  /^\s*(insert into|update) "payment_(events|operations)"|\b(claim_mails|finish_mail|fail_mail|claim_operations)\(/i;

function writes(statement: string): boolean {
  if (ASIDE.test(statement)) return false;
  return !READS.test(statement) || WRITING_CALL.test(statement);
}
