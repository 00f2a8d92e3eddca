// The database as a shop process sees it in a bad hour: the connection breaks before a statement was done,
// or after it was done and before the answer came (for a COMMIT: nobody knows whether it happened), or the
// database asks for the whole transaction again. A dead process gets no answer at all, ever.
import type pg from "pg";

export class ConnectionLost extends Error {
  constructor(when: "before" | "after", statement: string) {
    super(`connection lost ${when} "${statement.trim().slice(0, 40).replace(/\s+/g, " ")}"`);
  }
}

export class TryAgain extends Error {
  readonly code = "40001";
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
    query: (query: string, values?: unknown[]) => guarded(query, () => pool.query(query, values)),
    connect: async () => {
      if (!weather.isAlive()) return new Promise<never>(() => {});
      const client = await pool.connect();
      return {
        query: (query: string, values?: unknown[]) => guarded(query, () => client.query(query, values)),
        release: () => client.release(),
      };
    },
  };
  return faulty as unknown as pg.Pool;
}

const READS = /^\s*(select|begin|commit|rollback)\b/i;
/** Our procedures that write are called by a select. */
const WRITING_CALL =
  /\b(settle|claim|finish|fail|release|hold|apply|set|restock|merge|end|flag|queue|move|begin)_\w+\s*\(/;

function writes(statement: string): boolean {
  return !READS.test(statement) || WRITING_CALL.test(statement);
}
