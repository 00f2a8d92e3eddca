// The pool that a shop gets instead of the driver's own. It has a fixed number of connections and stops every statement
// before it is sent. A BEGIN goes out with the statement after it: alone it does nothing that another transaction could
// see. Statements that a schedule can't stop before (a cursor, COPY) are refused.
import type pg from "pg";
import { HarnessError, never } from "../problems.ts";
import type { Answer, Backend } from "./backend.ts";
import type { Conductor } from "./conductor.ts";
import type { Task } from "./task.ts";

type Waiter = { task: Task; take: (backend: Backend) => void };

/** A connection in the hands of a transaction, or of one statement. */
export type Lent = { backend: Backend; begin: string | null; inTransaction: boolean };

export class ShopPool {
  readonly name: string;
  readonly backends: Backend[];
  isAlive = true;
  readonly #free: Backend[];
  readonly #waiters: Waiter[] = [];
  readonly #conductor: Conductor;

  constructor(name: string, backends: Backend[], conductor: Conductor) {
    this.name = name;
    this.backends = backends;
    this.#free = [...backends];
    this.#conductor = conductor;
  }

  /** In the type of the driver: the shop uses these parts of it. */
  asPool(): pg.Pool {
    const pool = {
      options: {},
      query: (query: unknown, values?: unknown[]) => this.#queryAlone([query, values]),
      connect: () => this.#connect(),
    };
    return pool as unknown as pg.Pool;
  }

  get hasFree(): boolean {
    return this.#free.length > 0;
  }

  take(): Backend {
    const backend = this.#free.shift();
    if (!backend) throw new HarnessError(`${this.name} has no connection left`);
    return backend;
  }

  giveBack(backend: Backend): void {
    if (!this.isAlive) return;
    const waiter = this.#waiters.shift();
    if (waiter) waiter.take(backend);
    else {
      this.#free.push(backend);
      this.#free.sort((a, b) => a.number - b.number);
    }
  }

  #read(asked: QueryArguments): Statement {
    return this.#conductor.noting(() => statementOf(...asked));
  }

  async #queryAlone(asked: QueryArguments): Promise<pg.QueryResult> {
    const { text, values } = this.#read(asked);
    if (!this.isAlive) return never();
    if (this.#conductor.isFree) {
      const client = await this.#connect();
      try {
        return await client.query(text, values);
      } finally {
        client.release();
      }
    }
    return open(await this.#conductor.ask(this.#conductor.task, { pool: this, lent: null, text, values }));
  }

  async #connect() {
    if (!this.isAlive) return never();
    const backend = await this.#obtain();
    const lent: Lent = { backend, begin: null, inTransaction: false };
    return {
      query: (query: unknown, values?: unknown[]) => this.#queryLent(lent, [query, values]),
      release: () => this.giveBack(backend),
    };
  }

  #obtain(): Promise<Backend> {
    // Without stops one connection serves all, so that what happens does not depend on who is faster.
    const isLent = this.#free.length < this.backends.length;
    if (this.#conductor.isFree && isLent)
      return new Promise((take) => this.#waiters.push({ task: NOBODY, take }));
    if (this.hasFree) return Promise.resolve(this.take());
    const { task } = this.#conductor;
    task.waits += 1;
    return new Promise((resolve) => {
      const take = (backend: Backend) => this.#conductor.handOver(task, () => resolve(backend));
      this.#waiters.push({ task, take });
    });
  }

  async #queryLent(lent: Lent, asked: QueryArguments): Promise<pg.QueryResult> {
    const { text, values } = this.#read(asked);
    if (!this.isAlive) return never();
    if (/^\s*(begin|start transaction)\b/i.test(text)) {
      lent.begin = text;
      return { command: "BEGIN", rowCount: null, rows: [], oid: 0, fields: [] };
    }
    if (!this.#conductor.isFree)
      return open(await this.#conductor.ask(this.#conductor.task, { pool: this, lent, text, values }));
    const { begin } = lent;
    lent.begin = null;
    if (begin) await lent.backend.client.query(begin);
    return lent.backend.client.query(text, values);
  }
}

const NOBODY: Task = { name: "nobody", waits: 0, isOver: true, isDead: false };

function open(answer: Answer): pg.QueryResult {
  if (answer.ok) return answer.result;
  throw answer.error;
}

type QueryArguments = [query: unknown, values: unknown[] | undefined];
type Statement = { text: string; values: unknown[] | undefined };

/** The driver takes a text with values, or an object of both. */
function statementOf(query: unknown, values: unknown[] | undefined): Statement {
  const { text = query, values: own = values, ...rest } = typeof query === "object" ? Object(query) : {};
  if (typeof text !== "string" || Object.keys(rest).length > 0 || (own !== undefined && !Array.isArray(own)))
    throw new HarnessError("A statement that is not a text with values can't be scheduled");
  if (/^\s*(copy|listen|declare)\b/i.test(text))
    throw new HarnessError(`"${text.trim().slice(0, 60)}" can't be scheduled`);
  return { text, values: own };
}
