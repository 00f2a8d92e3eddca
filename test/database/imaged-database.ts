// An embedded database in memory that can be restored to an earlier state in a few hundredths of a second, including
// the plans of statements and functions. Deleting all rows instead would discard those plans, and making them again
// takes longer than a typical test.
import type { PGlite } from "@electric-sql/pglite";
import type pg from "pg";
import { type Database, embeddedDatabase, kyselyOver } from "#server/db/database.ts";
import type { EmbeddedClient } from "#server/db/embedded-pool.ts";
import { type Prepared, takeImage } from "./memory-image.ts";
import { SavepointPool } from "./savepoint-pool.ts";

export type ImagedDatabase = {
  database: Database;
  /** Runs `work` and undoes everything that it wrote. Its plans stay. */
  rehearse: (work: () => Promise<unknown>) => Promise<void>;
  /** In a rehearsal: undoes everything that it has written so far. */
  undo: () => Promise<void>;
  /** Returns a function that restores the current state. */
  keep: () => Promise<() => Promise<void>>;
};

export function imagedDatabase(lite: PGlite): ImagedDatabase {
  const embedded = embeddedDatabase(lite);
  const savepoints = new SavepointPool(embedded.pool);
  const pool = savepoints as unknown as pg.Pool;
  const alone = async <T>(work: (connection: Prepared) => T): Promise<T> => {
    const client = (await embedded.pool.connect()) as unknown as EmbeddedClient & { connection: Prepared };
    try {
      return work(client.connection);
    } finally {
      await client.release();
    }
  };
  const takeBack = async () => {
    await savepoints.takeBack();
    // Sequences are not rolled back with a transaction.
    await savepoints.query({
      name: "rewind",
      text: "select setval(seqrelid::regclass, seqstart, false) from pg_sequence",
    });
  };
  return {
    database: { ...embedded, pool, db: kyselyOver(pool) },
    rehearse: async (work) => {
      await savepoints.open();
      await work();
      await takeBack();
    },
    undo: async () => {
      await takeBack();
      await savepoints.open();
    },
    keep: async () => {
      const putBack = await alone((connection) => takeImage(lite, connection));
      return () => alone(putBack);
    },
  };
}
