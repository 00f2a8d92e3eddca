// Copies every row of one database into another that has the same tables. Values travel as text, which both engines write
// and read alike, some hundred rows at a time. Triggers are off meanwhile, so figures that they keep are
// copied like everything else; foreign keys are on.
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { type Db, inTransaction, type Tx } from "../db/transaction.ts";

type Column = { name: string; type: string; isGenerated: boolean };
/** `isLogged`: its rows outlive a kill of the process. */
export type Table = { name: string; isLogged: boolean; columns: Column[] };

const ROWS_PER_BATCH = 500;
/** What a migrated database has of its own. */
const OWN = ["kysely_migration", "function_files"];

/** The tables that are to be copied, those that others refer to first. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table & { needs: string[] }>`
    select c.relname as name, c.relpersistence = 'p' as "isLogged",
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isGenerated', a.attgenerated <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${OWN})
    order by c.relname`.execute(db);
  const sorted: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => needs.every((name) => !waiting.has(name)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()]}`);
    for (const { name, isLogged, columns } of free) {
      sorted.push({ name, isLogged, columns });
      waiting.delete(name);
    }
  }
  return sorted;
}

/** Empties the tables of what the migrations put in, and copies. Answers how many rows. */
export async function copyTables(
  source: pg.PoolClient,
  tx: Tx,
  tables: Table[],
  say: (line: string) => void,
): Promise<number> {
  await switchTriggers(tx, tables, "disable");
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.id(name)}`.execute(tx);
  let rows = 0;
  for (const table of tables) {
    const copied = await copyTable(source, tx, table);
    if (copied > 0) say(`  ${table.name}: ${copied}`);
    rows += copied;
  }
  await switchTriggers(tx, tables, "enable");
  await copySequences(source, tx);
  return rows;
}

async function switchTriggers(tx: Tx, tables: Table[], how: "disable" | "enable"): Promise<void> {
  for (const { name } of tables)
    await sql`alter table ${sql.id(name)} ${sql.raw(how)} trigger user`.execute(tx);
}

async function copyTable(source: pg.PoolClient, tx: Tx, { name, columns }: Table): Promise<number> {
  const stored = columns.filter(({ isGenerated }) => !isGenerated);
  const texts = stored.map((column) => `${quoted(column.name)}::text`).join(", ");
  await source.query(`declare rows no scroll cursor for select ${texts} from ${quoted(name)}`);
  let copied = 0;
  for (;;) {
    const batch = await source.query<(string | null)[]>({
      text: `fetch ${ROWS_PER_BATCH} from rows`,
      rowMode: "array",
    });
    if (batch.rows.length === 0) break;
    await insert(tx, name, stored, batch.rows as unknown as (string | null)[][]);
    copied += batch.rows.length;
  }
  await source.query("close rows");
  return copied;
}

async function insert(tx: Tx, name: string, columns: Column[], rows: (string | null)[][]): Promise<void> {
  const values = columns.map((_, index) => sql`${rows.map((row) => row[index] ?? null)}::text[]`);
  const names = columns.map((column) => sql.id(column.name));
  const places = columns.map((_, index) => sql.id(`v${index}`));
  const typed = columns.map(({ type }, index) => sql`${sql.id(`v${index}`)}::${sql.raw(type)}`);
  await sql`insert into ${sql.id(name)} (${list(names)}) overriding system value
    select ${list(typed)} from unnest(${list(values)}) as batch (${list(places)})`.execute(tx);
}

const list = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql`, `);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function copySequences(source: pg.PoolClient, tx: Tx): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'",
  );
  for (const { name, last } of rows)
    if (last !== null) await sql`select setval(${quoted(name)}::regclass, ${last}::bigint)`.execute(tx);
}

/** How many rows each table has, and a sum over all that is in them. */
export type Sums = Map<string, string>;

const sumOf = ({ name }: Table) =>
  `select count(*)::text || ' rows, sum ' || coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${quoted(name)} t`;

export async function sumSource(source: pg.PoolClient, tables: Table[]): Promise<Sums> {
  const sums: Sums = new Map();
  for (const table of tables) {
    const { rows } = await source.query<{ sum: string }>(sumOf(table));
    sums.set(table.name, rows[0]?.sum ?? "");
  }
  return sums;
}

export async function sumTarget(tx: Tx, tables: Table[]): Promise<Sums> {
  const sums: Sums = new Map();
  for (const table of tables) {
    const { rows } = await sql<{ sum: string }>`${sql.raw(sumOf(table))}`.execute(tx);
    sums.set(table.name, rows[0]?.sum ?? "");
  }
  return sums;
}

/** What a move writes down itself. */
const FACTS = "shop_facts";

/** One word for all that a shop has. It stays the same until somebody uses the shop, also through a kill. */
export function digestOf(sums: Sums, tables: Table[]): string {
  const lines = tables
    .filter(({ name, isLogged }) => isLogged && name !== FACTS)
    .map(({ name }) => `${name}: ${sums.get(name)}`);
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

/** Runs `work` on a connection of its own, at one moment of the source. */
export async function readingSource<T>(
  pool: pg.Pool,
  work: (source: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const source = await pool.connect();
  try {
    await source.query("begin isolation level repeatable read read only");
    await source.query("set local timezone to 'UTC'");
    return await work(source);
  } finally {
    await source.query("rollback").catch(() => {});
    source.release();
  }
}

/** A transaction for the copy, without a limit of time. */
export function writingTarget<T>(
  db: Parameters<typeof inTransaction>[0]["db"],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction({ db }, async (tx) => {
    await sql`set local timezone to 'UTC'`.execute(tx);
    await sql`set local statement_timeout to 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout to 0`.execute(tx);
    return work(tx);
  });
}
