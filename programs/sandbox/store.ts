// The sandbox's data: one SQLite file next to the shop's database. It must survive a killed process, as the
// real provider survives the shop. Write-ahead log with synchronous=FULL: a commit is on the disk before it is
// acknowledged, so neither kill -9 nor a power cut loses one. A shop that remembers more than its provider would have
// orders without a payment.
// Every request runs in one transaction: object, events, deliveries and idempotency record appear together.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type Stripe from "stripe";

export type StoredObjects = {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  "checkout.session": Stripe.Checkout.Session;
};
export type Kind = keyof StoredObjects;

export type ListQuery<T> = {
  /** Only objects that belong to one of these, e.g. the refunds of a PaymentIntent. */
  parent?: string;
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
  /** Unix seconds, both ends included. */
  createdFrom?: number;
  createdTo?: number;
  /** Leaves out what does not fit; pages stay full, so cursors keep working. */
  only?: (object: T) => boolean;
};

type Row = Record<string, SQLInputValue>;

const TABLES = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL UNIQUE,
    parent TEXT, created INTEGER NOT NULL, body TEXT NOT NULL, hidden TEXT);
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (kind, parent, seq);
  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY, endpoint TEXT NOT NULL, params_hash TEXT NOT NULL, request_id TEXT NOT NULL,
    status INTEGER NOT NULL, body TEXT NOT NULL, created_ms INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS idempotency_keys_by_age ON idempotency_keys (created_ms);
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, state TEXT NOT NULL,
    due_ms INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, answer TEXT, note TEXT);
  CREATE INDEX IF NOT EXISTS deliveries_by_due ON deliveries (state, due_ms);
  CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event_id);
  CREATE TABLE IF NOT EXISTS scheduled (
    id INTEGER PRIMARY KEY AUTOINCREMENT, due_ms INTEGER NOT NULL, task TEXT NOT NULL,
    target TEXT NOT NULL, detail TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS scheduled_by_due ON scheduled (due_ms);
  CREATE TABLE IF NOT EXISTS faults (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, remaining INTEGER NOT NULL, settings TEXT NOT NULL);
`;

type Statement = ReturnType<DatabaseSync["prepare"]>;

export function openStore(file: string): Store {
  return new Store(new DatabaseSync(file));
}

export class Store {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Statement>();
  #isInTransaction = false;

  constructor(database: DatabaseSync) {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 3000;");
    database.exec(TABLES);
    this.#database = database;
  }

  #statement(sql: string): Statement {
    const ready = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, ready);
    return ready;
  }

  rows<T extends Row>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#statement(sql).all(...values) as T[];
  }

  row<T extends Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#statement(sql).get(...values) as T | undefined;
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  /** Runs `work` in a transaction; a throw rolls everything back. Nested calls join the outer one. */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work();
    this.#database.exec("BEGIN IMMEDIATE");
    this.#isInTransaction = true;
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
  }

  /** `parent` is the object that this one belongs to; `hidden` is stored with it and never shown. */
  insert<K extends Kind>(
    kind: K,
    object: StoredObjects[K],
    parent: string | null,
    hidden: unknown = null,
  ): void {
    this.run(
      "INSERT INTO objects (kind, id, parent, created, body, hidden) VALUES (?, ?, ?, ?, ?, ?)",
      kind,
      object.id,
      parent,
      object.created,
      JSON.stringify(object),
      hidden === null ? null : JSON.stringify(hidden),
    );
  }

  save(object: { id: string }): void {
    this.run("UPDATE objects SET body = ? WHERE id = ?", JSON.stringify(object), object.id);
  }

  find<K extends Kind>(kind: K, id: string): StoredObjects[K] | null {
    const found = this.row<{ body: string }>("SELECT body FROM objects WHERE id = ? AND kind = ?", id, kind);
    return found ? (JSON.parse(found.body) as StoredObjects[K]) : null;
  }

  /** Data of an object that is never shown, e.g. the behavior of a test card. */
  findHidden<T>(id: string): T | null {
    const found = this.row<{ hidden: string | null }>("SELECT hidden FROM objects WHERE id = ?", id);
    return found?.hidden ? (JSON.parse(found.hidden) as T) : null;
  }

  saveHidden(id: string, hidden: unknown): void {
    this.run("UPDATE objects SET hidden = ? WHERE id = ?", JSON.stringify(hidden), id);
  }

  #position(id: string): number {
    return this.row<{ seq: number }>("SELECT seq FROM objects WHERE id = ?", id)?.seq ?? -1;
  }

  /** Newest first, as at Stripe; with `endingBefore` the page just before that object. */
  list<K extends Kind>(
    kind: K,
    query: ListQuery<StoredObjects[K]>,
  ): { data: StoredObjects[K][]; hasMore: boolean } {
    const conditions = ["kind = ?"];
    const values: SQLInputValue[] = [kind];
    const where = (condition: string, value: SQLInputValue | undefined) => {
      if (value === undefined) return;
      conditions.push(condition);
      values.push(value);
    };
    where("parent = ?", query.parent);
    where("created >= ?", query.createdFrom);
    where("created <= ?", query.createdTo);
    if (query.startingAfter) where("seq < ?", this.#position(query.startingAfter));
    if (query.endingBefore) where("seq > ?", this.#position(query.endingBefore));
    const order = query.endingBefore ? "ASC" : "DESC";
    const sql = `SELECT body FROM objects WHERE ${conditions.join(" AND ")} ORDER BY seq ${order}`;
    const data: StoredObjects[K][] = [];
    let hasMore = false;
    for (const { body } of this.#statement(sql).iterate(...values) as Iterable<{ body: string }>) {
      const object = JSON.parse(body) as StoredObjects[K];
      if (query.only && !query.only(object)) continue;
      hasMore = data.length === query.limit;
      if (hasMore) break;
      data.push(object);
    }
    if (query.endingBefore) data.reverse();
    return { data, hasMore };
  }

  close(): void {
    this.#database.close();
  }
}
