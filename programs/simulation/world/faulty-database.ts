// The database at its worst, as a process of the shop sees it: the connection breaks before a statement ran, or after
// it ran but before the response came (after a COMMIT nobody knows whether it happened), or the database demands that
// the whole transaction be repeated. A dead process never gets a response. This is also where gaps are found, in which
// a process may die or another one may go first: after every separate statement, and after every transaction. There is
// none inside a transaction, because the engine has one connection. A process that dies there leaves nothing behind,
// just as if it had died before.
import type pg from "pg";
import type { Statement, Statements } from "./statements.ts";

/** Worded like the driver's error, so that the shop recognizes it. */
export class ConnectionLost extends Error {
  constructor(when: "before" | "after", statement: string) {
    super(`Connection terminated ${when} "${statement.trim().slice(0, 40).replace(/\s+/g, " ")}"`);
  }
}

export class TryAgain extends Error {
  readonly code = "40001";
}

/** The caller's connection broke because the process that it called died. */
export class ProcessDied extends Error {}

/** null: the shop responded with an error or not at all because its database failed or its process died. */
export async function orFailure<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isMeant(error)) return null;
    throw error;
  }
}

/** Several at once: a task that continues after the first. */
function isMeant(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isMeant);
  return error instanceof ProcessDied || error instanceof ConnectionLost || error instanceof TryAgain;
}

export type DatabaseFault = "before" | "after" | "again";

export type Weather = {
  isAlive: () => boolean;
  /** Called once per statement: does a fault strike here? `mayLock`: it may hold a lock while it waits for another. */
  strike: (statement: string, mayLock: boolean) => DatabaseFault | null;
  /** Something may have been written. */
  wrote: () => void;
  /** Something begins that ends without the scheduler; returns what marks its end. */
  begins: () => () => void;
  /** A gap: this was just done and is committed. */
  reached: (done: Done) => Promise<void>;
};

/** `gap` "settle_payment:committed", "begin … insert checkouts … commit", "read orders". */
export type Done = { gap: string; writes: boolean; calls: readonly string[] };

type Query = string | pg.QueryConfig;

export function faultyPool(pool: pg.Pool, statements: Statements, weather: Weather): pg.Pool {
  const connect = () => new Connection(pool, statements, weather);
  const faulty = {
    options: pool.options,
    query: (query: Query, values?: unknown[]) => connect().query(query, values),
    connect: async () => (weather.isAlive() ? connect() : new Promise<never>(() => {})),
  };
  return faulty as unknown as pg.Pool;
}

/** Takes the engine's one connection for a statement or a transaction, and never keeps it in a gap. */
class Connection {
  readonly #pool: pg.Pool;
  readonly #statements: Statements;
  readonly #weather: Weather;
  #transaction: { client: pg.PoolClient; done: () => void; said: Statement[] } | null = null;

  constructor(pool: pg.Pool, statements: Statements, weather: Weather) {
    this.#pool = pool;
    this.#statements = statements;
    this.#weather = weather;
  }

  async query(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
    if (!this.#weather.isAlive()) return new Promise<never>(() => {});
    const text = typeof query === "string" ? query : query.text;
    if (/^\s*(begin|start transaction)\b/i.test(text)) await this.#begin();
    if (!this.#transaction) return this.#alone(query, values, text);
    if (/^\s*(commit|rollback)\s*$/i.test(text)) return this.#end(text);
    const { client, said } = this.#transaction;
    const answer = await this.#run(client, [query, values], text);
    said.push(afterward(this.#statements.read(text), answer));
    return answer;
  }

  release(): void {
    this.#handBack();
  }

  async #begin(): Promise<void> {
    const done = this.#weather.begins();
    this.#transaction = { client: await this.#pool.connect(), done, said: [] };
  }

  async #alone(query: Query, values: unknown[] | undefined, text: string): Promise<pg.QueryResult> {
    const said = this.#statements.read(text);
    const done = this.#weather.begins();
    const outcome = await this.#run(this.#pool, [query, values], text)
      .then((answer) => ({ answer }))
      .catch((error: unknown) => ({ error }))
      .finally(done);
    if ("error" in outcome) {
      if (isAfter(outcome.error)) await this.#weather.reached(gapAfter([said], false));
      throw outcome.error;
    }
    await this.#weather.reached(gapAfter([afterward(said, outcome.answer)], false));
    return outcome.answer;
  }

  async #end(text: string): Promise<pg.QueryResult> {
    const { client, said } = this.#transaction!;
    const isCommit = /commit/i.test(text);
    try {
      const answer = await this.#run(client, [text], text);
      this.#handBack();
      if (isCommit) await this.#weather.reached(gapAfter(said, true));
      return answer;
    } catch (error) {
      this.#handBack();
      if (isCommit && isAfter(error)) await this.#weather.reached(gapAfter(said, true));
      throw error;
    }
  }

  #handBack(): void {
    const transaction = this.#transaction;
    this.#transaction = null;
    transaction?.client.release();
    transaction?.done();
  }

  async #run(
    on: Pick<pg.Pool, "query">,
    [query, values]: [query: Query, values?: unknown[]],
    text: string,
  ): Promise<pg.QueryResult> {
    const { writes, calls } = this.#statements.read(text);
    const isEnd = /^\s*rollback/i.test(text);
    const mayLock = this.#transaction !== null || calls.length > 0;
    const fault = isEnd ? null : this.#weather.strike(text, mayLock);
    if (fault === "before") throw new ConnectionLost("before", text);
    if (fault === "again") throw new TryAgain("could not serialize access");
    if (writes && !ASIDE.test(text)) this.#weather.wrote();
    const answer = await on.query(...prepared(query, values));
    if (fault === "after") throw new ConnectionLost("after", text);
    return answer;
  }
}

/** A statement that found nothing to change has only read; what a function did is not visible from outside. */
function afterward(statement: Statement, { rowCount }: pg.QueryResult): Statement {
  const isIdle = statement.writes && statement.calls.length === 0 && rowCount === 0;
  return isIdle ? { ...statement, name: `read (${statement.name})`, writes: false } : statement;
}

const isAfter = (error: unknown) => error instanceof ConnectionLost && error.message.includes(" after ");

/** Work is named after its first write or, without one, after its first read. */
function gapAfter(said: readonly Statement[], isTransaction: boolean): Done {
  const first = said.find(({ writes }) => writes) ?? said[0];
  const name = first?.name ?? "nothing";
  const writes = said.some((statement) => statement.writes);
  const calls = said.flatMap((statement) => statement.calls);
  if (!writes) return { gap: name, writes, calls };
  return { gap: isTransaction ? `begin … ${name} … commit` : `${name}:committed`, writes, calls };
}

/** Names a statement with values, so that the engine parses it once instead of in every schedule. */
export function withPreparedStatements(pool: pg.Pool): pg.Pool {
  const query = (asked: Query, values?: unknown[]) => pool.query(...prepared(asked, values));
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (asked: Query, values?: unknown[]) => client.query(...prepared(asked, values)),
      release: () => client.release(),
    };
  };
  return { options: pool.options, query, connect } as unknown as pg.Pool;
}

const names = new Map<string, string>();

function prepared(query: Query, values?: unknown[]): [query: string, values?: unknown[]] {
  if (typeof query !== "string" || values === undefined || values.length === 0)
    return [query as string, values];
  const name = names.get(query) ?? `s${names.size}`;
  names.set(query, name);
  return [{ name, text: query, values } as unknown as string];
}

/**
 * The inbox, the stored calls, the counts of limits, and the claims on emails: no rule that is checked after every step
 * reads them.
 */
const ASIDE =
  /^\s*(insert into|update) "?(payment_events|payment_operations|limit_uses)|\b(claim_mails|keep_mail|finish_mail|fail_mail|claim_operations|receive_event)\(/i;
