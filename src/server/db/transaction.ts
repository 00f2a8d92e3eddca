// The only way to open a transaction. It retries what the database asks to retry (serialization failure, deadlock),
// and it remembers, per asynchronous call chain, that a transaction is open: a network call or a second connection in
// there would stop every other shopper on the embedded database, so the adapters call `assertOutsideTransaction`
// first.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";
import type { Shop } from "../core/shop.ts";
import type { Schema } from "./schema.ts";

export type Tx = Transaction<Schema>;
/** What a query runs on: the database, or a transaction that is open. */
export type Db = Kysely<Schema> | Tx;

/** Who is given up may lose again: the other one may not have got any further by then. */
export const ATTEMPTS_MAX = 6;
const AGAIN = new Set(["40001", "40P01"]);
const open = new AsyncLocalStorage<true>();

/**
 * Runs `work` in one transaction; throws what it throws, after rolling back. It asks for read committed, however strict
 * the database's own default is: who waited for a lock must then see what its holder has written.
 */
export function inTransaction<T>(shop: Pick<Shop, "db">, work: (tx: Tx) => Promise<T>): Promise<T> {
  const run = () => shop.db.transaction().setIsolationLevel("read committed").execute(work);
  return retrying(() => open.run(true, run));
}

/** Repeats a whole statement or transaction that the database gave up in favor of another one. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !AGAIN.has(errorCode(error))) throw error;
    }
  }
}

/** Throws when called inside `inTransaction`. For everything that talks to the world outside the database. */
export function assertOutsideTransaction(what: string): void {
  if (open.getStore()) throw new Error(`${what} inside a database transaction`);
}

/** SQLSTATE of a database error, "" for anything else. The two engines throw different classes. */
export function errorCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}
