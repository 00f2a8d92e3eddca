// One embedded database in memory for all schedules of a process. Starting an engine takes seconds, restoring the image
// of an empty one hundredths of a second. So it is started once and emptied before each schedule: a schedule finds the
// identical database, whether it runs first or thousandth.
import { readFile } from "node:fs/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import type { Shop } from "#server/core/shop.ts";
import { openInMemory } from "#server/db/embedded.ts";
import type { Schema } from "#server/db/schema.ts";
import { imagedDatabase } from "#test/database/imaged-database.ts";
import { migratedImage } from "#test/database/migrated-image.ts";
import { drawIdsInOrder } from "../drawn-ids.ts";
import { ALWAYS } from "../invariants/invariants-sql.ts";
import { RuleBook } from "../invariants/rule-book.ts";
import { openShopParts } from "../shop-parts.ts";
import { withPreparedStatements } from "./faulty-database.ts";
import { Statements, writingFunctions } from "./statements.ts";

export type Engine = {
  pool: pg.Pool;
  db: Kysely<Schema>;
  statements: Statements;
  /** The rules that always hold. */
  rules: RuleBook;
  /** A shop whose clock, ids, database, provider, and mailer are still to be replaced. */
  parts: Shop;
  /** Restores the database to its state when it was opened, or after the last change. */
  empty: () => Promise<void>;
  /** Changes the empty database, such as one of its functions; returns the undo, which empties it. */
  change: (work: () => Promise<unknown>) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

/** `rehearse` runs what schedules run on the given engine; everything that it writes is undone. */
export async function openColdEngine(rehearse: (engine: Engine) => Promise<unknown>): Promise<Engine> {
  const image = new Blob([await readFile(await migratedImage())]);
  const imaged = imagedDatabase(await openInMemory(image));
  const { database } = imaged;
  const { pool } = database;
  await dropSearchIndexes(pool);
  await drawIdsInOrder(pool);
  // A query plan must not depend on how often a statement ran in earlier schedules.
  await pool.query("set plan_cache_mode = force_generic_plan");
  await pool.query("update store_settings set tax = $1, shipping = $2, holds = '{}'", [
    JSON.stringify(defaultStoreSettings.tax),
    JSON.stringify(defaultStoreSettings.shipping),
  ]);
  const engine: Engine = {
    pool,
    statements: new Statements(await writingFunctions(pool)),
    rules: await RuleBook.open(pool, ALWAYS),
    db: new Kysely({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) }),
    parts: await openShopParts(database),
    empty: imaged.undo,
    change: () => Promise.reject(new Error("still rehearsing")),
    close: database.close,
  };
  await imaged.rehearse(() => rehearse(engine));
  engine.empty = await imaged.keep();
  engine.change = async (work) => {
    const { empty } = engine;
    await empty();
    await work();
    engine.empty = await imaged.keep();
    return () => {
      engine.empty = empty;
      return empty();
    };
  };
  return engine;
}

/** The catalog's search indexes play no part in a checkout, and slow down each change of a product. */
async function dropSearchIndexes(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relname in ('products', 'orders') and not i.indisunique`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
}
