// A database on which chosen statements fail, as after a deadlock or during an outage.
import type { Kysely } from "kysely";
import type pg from "pg";
import type { Shop } from "#server/core/shop.ts";
import { kyselyOver } from "#server/db/database.ts";
import type { Schema } from "#server/db/schema.ts";

/** The error of a statement; null: it is sent. */
type Failure = (text: string, values: unknown[]) => Error | null;

/** The server's message to the victim of a deadlock. */
const deadlock = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });

/** The shop's database; its statements fail as `failure` decides. */
export function failingStatements({ pool }: Pick<Shop, "pool">, failure: Failure): Kysely<Schema> {
  const connect = async () => {
    const client = await pool.connect();
    const query = (text: string, values: unknown[]) => {
      const error = failure(text, values);
      return error ? Promise.reject(error) : client.query(text, values);
    };
    return { query, release: () => client.release() };
  };
  return kyselyOver({ options: {}, connect } as unknown as pg.Pool);
}

/** A database on which the first statement with this beginning loses a deadlock; `sent`: how many there were. */
export function givingUpOnce(shop: Pick<Shop, "pool">, beginning: string) {
  let times = 0;
  const db = failingStatements(shop, (text) => {
    if (!text.startsWith(beginning)) return null;
    times += 1;
    return times === 1 ? deadlock() : null;
  });
  return { db, sent: () => times };
}
