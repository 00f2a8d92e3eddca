// The rows of a shop's tables as lines: a JSON array per row, with every value as the text that the database itself
// writes and reads, which is exact for all types and the same on both engines. Generated columns are left out. So are
// triggers: their results are rows like any other.
import { sql } from "kysely";
import type { Tx } from "../../../db/transaction.ts";
import type { Sums } from "./manifest.ts";

export type Table = { name: string; columns: { name: string; type: string }[] };

const ROWS_AT_ONCE = 500;
/** Tables specific to one database: its version, and its knowledge of this machine's backups. */
const OWN = ["kysely_migration", "function_files", "backups", "restore_test"];

/** Unlogged tables are left out: their content does not survive a crash, by design. */
export async function listTables(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, (select jsonb_agg(jsonb_build_object('name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> all(${OWN}) order by c.relname`.execute(tx);
  return rows;
}

/** Texts of values depend on these settings, so writing and comparing rows use the same ones. */
export async function fixTexts(tx: Tx): Promise<void> {
  await sql`set local timezone to 'UTC'; set local datestyle to 'ISO'; set local intervalstyle to 'postgres';
    set local extra_float_digits to 1; set local bytea_output to 'hex'; set local statement_timeout to 0;
    set local idle_in_transaction_session_timeout to 0`.execute(tx);
}

/** A few hundred lines at a time. */
export async function* readLines(tx: Tx, table: Table): AsyncGenerator<string> {
  await sql`declare lines no scroll cursor for ${selectLines(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from lines`.execute(tx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => `${line}\n`).join("");
  }
  await sql`close lines`.execute(tx);
}

/** Adds such lines to the table. */
export async function insertLines(tx: Tx, { name, columns }: Table, lines: string): Promise<void> {
  const names = sql.join(columns.map((column) => sql.id(column.name)));
  const values = sql.join(columns.map(({ type }, at) => sql.raw(`(row ->> ${at})::${type}`)));
  const rows = `[${lines.trimEnd().replaceAll("\n", ",")}]`;
  await sql`insert into ${sql.id(name)} (${names}) overriding system value
    select ${values} from json_array_elements(${rows}::json) as row`.execute(tx);
}

export async function sumTables(tx: Tx, tables: Table[]): Promise<Sums["tables"]> {
  const sums: Sums["tables"] = {};
  for (const table of tables) {
    const { rows } = await sql<{ rows: number; sum: string }>`
      select count(*)::float8 as rows, coalesce(sum(hashtextextended(line, 0)), 0)::text as sum
      from (${selectLines(table)}) lines`.execute(tx);
    if (rows[0]) sums[table.name] = rows[0];
  }
  return sums;
}

/** Tables that differ, in words: "orders: 12 rows instead of 13". */
export function compareSums(wanted: Sums["tables"], found: Sums["tables"]): string[] {
  return Object.entries(wanted).flatMap(([name, { rows, sum }]) => {
    const there = found[name];
    if (there?.rows !== rows) return [`${name}: ${there?.rows ?? "no"} rows instead of ${rows}`];
    return there.sum === sum ? [] : [`${name}: other rows`];
  });
}

export async function readSequences(tx: Tx): Promise<Sums["sequences"]> {
  const { rows } = await sql<{ name: string; last: string }>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(tx);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export async function setSequences(tx: Tx, sequences: Sums["sequences"]): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await sql`select setval(format('public.%I', ${name}::text)::regclass, ${last}::bigint)`.execute(tx);
}

function selectLines({ name, columns }: Table) {
  const texts = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`));
  return sql`select array_to_json(array[${texts}])::text as line from ${sql.id(name)}`;
}
