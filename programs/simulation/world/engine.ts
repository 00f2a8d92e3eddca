// One embedded database in memory for all schedules of a process. Starting an engine takes seconds, emptying one
// takes milliseconds. So it is started once and emptied before each schedule, sequences included: a schedule
// finds the same database whether it runs first or thousandth.
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { embeddedDatabase } from "#server/db/database.ts";
import { openInMemory } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Shop } from "#server/shop.ts";
import { openShopParts } from "../shop-parts.ts";
import { withPreparedStatements } from "./faulty-database.ts";
import { Statements, writingFunctions } from "./statements.ts";

export type Engine = {
  pool: pg.Pool;
  db: Kysely<Schema>;
  statements: Statements;
  /** A shop whose clock, ids, database, provider and mailer are still to be replaced. */
  parts: Shop;
  empty: () => Promise<void>;
  close: () => Promise<void>;
};

/** Tables that the simulation never fills or that the migrations fill. */
const KEPT = [
  "order_transitions",
  "function_files",
  "store_settings",
  '"user"',
  "session",
  "account",
  "verification",
  "contact_messages",
];

export async function openEngine(): Promise<Engine> {
  const database = embeddedDatabase(await openInMemory());
  await migrate(database.db);
  await dropSearchIndexes(database.pool);
  // A query plan must not depend on how often a statement ran in earlier schedules.
  await database.pool.query("set plan_cache_mode = force_generic_plan");
  const parts = await openShopParts(database);
  const { rows } = await database.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1",
  );
  const tables = rows.map(({ name }) => name).filter((name) => !KEPT.includes(name));
  const settings = [defaultStoreSettings.tax, defaultStoreSettings.shipping].map((part) =>
    JSON.stringify(part),
  );
  return {
    pool: database.pool,
    statements: new Statements(await writingFunctions(database.pool)),
    db: new Kysely({ dialect: new PostgresDialect({ pool: withPreparedStatements(database.pool) }) }),
    parts,
    empty: () => emptyTables(database.pool, tables, settings),
    close: database.close,
  };
}

/**
 * Deleting and vacuuming the filled tables takes a quarter of the time of truncating them and leaves the same
 * empty files. The triggers are off meanwhile; the tables that they maintain are emptied as well.
 */
async function emptyTables(pool: pg.Pool, tables: string[], settings: string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>({
    name: "filled tables",
    text: "select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > 0",
    values: [tables],
  });
  const filled = rows.map(({ name }) => name);
  if (filled.length > 0) {
    const deletes = filled.map((name) => `delete from ${name};`).join(" ");
    await pool.query(`begin; set local session_replication_role = replica; ${deletes} commit`);
    await pool.query(`vacuum ${filled.join(", ")}`);
  }
  await pool.query({
    name: "rewind",
    text: "select setval(seqrelid::regclass, 1, false) from pg_sequence",
  });
  await pool.query({
    name: "settings",
    text: "update store_settings set tax = $1, shipping = $2, holds = '{}'",
    values: settings,
  });
}

/** The catalog's search indexes take most of the time of emptying it and play no part in a checkout. */
async function dropSearchIndexes(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relname in ('products', 'orders') and not i.indisunique`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
}
