// The harness's PostgreSQL: a server of its own that is thrown away, with the shop's tables, the instrumented functions
// and the harness's schema in one database, which is emptied before each schedule. What a schedule does must follow from
// its seed alone, so nothing works in the background (autovacuum, parallel workers), plans don't depend on how often a
// statement ran, and emptying leaves the files of the tables as they were.
import pg from "pg";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { findPostgresBinaries, startPostgres } from "#test/servers/postgres.ts";
import { drawIdsInOrder } from "../../simulation/drawn-ids.ts";
import { type Instrumented, withInstrumentedFunctions } from "../functions/instrument.ts";
import { HarnessError } from "../problems.ts";
import { HARNESS_SQL, LEASED_TABLES, WITNESS_SQL } from "./harness-sql.ts";

export type LogHearer = (line: string) => void;

export type HarnessServer = {
  url: string;
  functions: Instrumented;
  /** What a session can be told to stop at: functions, and tables whose rows are leased. */
  stops: string[];
  /** Calls `hear` with each line of the server's log. */
  hearLog: (hear: LogHearer) => void;
  empty: (client: pg.Client) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * A statement that waits for a lock looks for a deadlock after a millisecond and then says in the log that it waits: so
 * it is known when it has looked, and the last of a circle is the one that finds it.
 */
const SETTINGS = [
  ...["deadlock_timeout=1ms", "log_lock_waits=on", "log_line_prefix=", "log_error_verbosity=terse"],
  ...["log_min_messages=log", "log_min_error_statement=panic", "log_checkpoints=off", "lc_messages=C"],
  ...["autovacuum=off", "jit=off", "max_parallel_workers_per_gather=0", "plan_cache_mode=force_generic_plan"],
  ...["full_page_writes=off", "synchronous_commit=off", "wal_level=minimal", "max_wal_senders=0"],
];

/** `stops`: whether the functions are instrumented. Throws a HarnessError on a machine without PostgreSQL. */
export async function startHarnessServer({
  stops,
  findBinaries = findPostgresBinaries,
}: {
  stops: boolean;
  findBinaries?: typeof findPostgresBinaries;
}): Promise<HarnessServer> {
  if (findBinaries() === null)
    throw new HarnessError(
      "PostgreSQL's server programs (initdb, postgres) are not on this machine: install Debian's package postgresql.",
    );
  let hear: LogHearer = () => {};
  const server = await startPostgres({ settings: SETTINGS, hear: linesTo((line) => hear(line)) });
  try {
    const url = server.url("interleaving");
    await runOnce(server.url("postgres"), "create database interleaving");
    await runOnce(url, HARNESS_SQL);
    const functions = await withInstrumentedFunctions({ stops }, async (functionsFolder) => {
      const database = await openPostgresDatabase(url);
      await migrate(database.db, { functionsFolder });
      await drawIdsInOrder(database.pool);
      await database.close();
    });
    await runOnce(url, WITNESS_SQL);
    const tables = await listTables(url);
    // Plans depend on whether a table was ever vacuumed, as each one is that a schedule has filled.
    await runOnce(url, `vacuum ${tables.join(", ")}`);
    const leased = await runOnce<{ table_name: string }>(url, LEASED_TABLES);
    return {
      url,
      functions,
      stops: [...functions.stops.keys(), ...leased.map(({ table_name }) => table_name)],
      hearLog: (hearer) => {
        hear = hearer;
      },
      empty: (client) => emptyTables(client, tables),
      stop: server.stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function linesTo(hear: LogHearer): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(line);
  };
}

async function runOnce<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The tables that the migrations leave empty. What they fill, no schedule changes. */
async function listTables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'weave') and tablename not like 'kysely%' order by 1`,
    );
    const empty: string[] = [];
    for (const { name } of rows) {
      const found = await client.query(`select from ${name} limit 1`);
      if (found.rowCount === 0) empty.push(name);
    }
    return empty;
  } finally {
    await client.end();
  }
}

async function emptyTables(client: pg.Client, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > 0",
    [tables],
  );
  const filled = rows.map(({ name }) => name);
  if (filled.length > 0) {
    const deletes = filled.map((name) => `delete from ${name};`).join(" ");
    await client.query(`begin; set local session_replication_role = replica; ${deletes} commit`);
    await client.query(`vacuum ${filled.join(", ")}`);
  }
  await client.query(
    `select setval(s.seqrelid::regclass, s.seqstart, false) from pg_sequence s join pg_class c on c.oid = s.seqrelid
      where c.relnamespace in ('public'::regnamespace, 'weave'::regnamespace)`,
  );
}
