// Brings the SQL functions of the database to the files of db/functions, the only place of their text. A file is
// applied again when its hash changes, and all of them after a migration, so that every body is checked against
// the tables as they are then. Files are applied in the order of their names, twice: first without a look into the
// bodies, so that functions may call each other regardless of their names, then with one, so that a mistake stops
// the start and not the first order. The caller holds the lock and the transaction of the migrations.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { OperatorError } from "../core/operator-error.ts";
import { type Db, errorCode, type Tx } from "./transaction.ts";

export const FUNCTIONS = path.join(import.meta.dirname, "../../../db/functions");

/** The message names file and line, for the author of the file. */
export class FunctionFileBroken extends OperatorError {
  constructor(file: Pick<FunctionFile, "path" | "text">, at: number, problem: string) {
    const line = file.text.slice(0, at).split("\n").length;
    super(`db/functions/${file.path}:${line}: ${problem}`);
  }
}

/** `name` is the function's; `path` is the file's within the folder, with its room: "checkout/take-discount.sql". */
export type FunctionFile = { name: string; path: string; text: string; hash: string };

type Present = { name: string; signature: string; oid: string };

/** Reads every file and makes sure that it defines the function it is named after, and no other. */
export async function readFunctionFiles(folder: string = FUNCTIONS): Promise<FunctionFile[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith(".sql"));
  const files = await Promise.all(
    paths.map(async (each) => {
      const text = await readFile(path.join(folder, each), "utf8");
      const name = path.basename(each, ".sql").replaceAll("-", "_");
      const file = { name, path: each.split(path.sep).join("/"), text };
      checkDefinition(file);
      return { ...file, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
  const byName = Map.groupBy(files, ({ name }) => name);
  for (const [name, [first, second]] of byName)
    if (first && second)
      throw new FunctionFileBroken(second, 0, `defines ${name}, and so does db/functions/${first.path}`);
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Does nothing but one query when the functions of the database are those of the files. */
export async function applyFunctions(
  tx: Tx,
  files: FunctionFile[],
  { isMigrated }: { isMigrated: boolean },
): Promise<void> {
  const applied = await selectApplied(tx);
  const due = files.filter(({ name, hash }) => isMigrated || applied.get(name) !== hash);
  const gone = [...applied.keys()].filter((name) => !files.some((file) => file.name === name));
  if (due.length === 0 && gone.length === 0) return;
  const before = await selectPresent(tx, [...due.map(({ name }) => name), ...gone]);
  // A table with a deferred trigger that has yet to run can't lose the trigger.
  await sql`set constraints all immediate`.execute(tx);
  for (const looksIntoBodies of ["off", "on"]) {
    await sql`set local check_function_bodies = ${sql.raw(looksIntoBodies)}`.execute(tx);
    await dropTriggers(tx, [...due.map(({ name }) => name), ...gone]);
    for (const file of due) {
      const old = looksIntoBodies === "off" ? before.filter(({ name }) => name === file.name) : [];
      await applyFile(tx, file, old);
    }
  }
  await dropLeftOver(tx, before, gone);
  await sql`delete from function_files where name = any(${gone})`.execute(tx);
  for (const { name, hash } of due) {
    await sql`insert into function_files (name, hash) values (${name}, ${hash})
      on conflict (name) do update set hash = excluded.hash`.execute(tx);
  }
}

/** The names of the functions that the database lacks or has from another file than ours. */
export async function listDueFunctions(db: Db, files: FunctionFile[]): Promise<string[]> {
  const applied = await selectApplied(db);
  return files.filter(({ name, hash }) => applied.get(name) !== hash).map(({ name }) => name);
}

const DEFINITION = /^[ \t]*create\s+(?:or\s+replace\s+)?function\s+([^\s(]+)/gim;

function checkDefinition(file: Omit<FunctionFile, "hash">): void {
  const definitions = [...file.text.matchAll(DEFINITION)];
  if (definitions.length === 0) throw new FunctionFileBroken(file, 0, `defines no function ${file.name}`);
  const other = definitions.find(([, name], index) => index > 0 || name !== file.name);
  if (other) {
    const problem = `defines the function ${other[1]}; a file defines the one it is named after, here ${file.name}`;
    throw new FunctionFileBroken(file, other.index, problem);
  }
}

/** The hash by which each function of the shop was applied; "" for one that is no longer in the database. */
async function selectApplied(tx: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, case when exists (select 1 from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proname = f.name) then hash else '' end as hash
      from function_files f`.execute(tx);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

async function selectPresent(tx: Tx, names: string[]): Promise<Present[]> {
  const { rows } = await sql<Present>`
    select proname as name, oid::regprocedure::text as signature, oid::text as oid from pg_proc
      where pronamespace = 'public'::regnamespace and proname = any(${names})`.execute(tx);
  return rows;
}

/** A file has its function's triggers below the function. A trigger that left the file must go, too. */
async function dropTriggers(tx: Tx, functions: string[]): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and p.pronamespace = 'public'::regnamespace and p.proname = any(${functions})
      order by t.tgrelid::regclass::text, t.tgname`.execute(tx);
  if (rows.length > 0) await sql.raw(rows.map((row) => row.statement).join(";")).execute(tx);
}

/** SQLSTATEs of a mistake in the text. Anything else, such as a lost connection, is not the file's. */
const MISTAKE = /^(0A|2B|42)/;
/** SQLSTATE of a definition that may not replace the one that is there: it returns or names something else. */
const NOT_REPLACEABLE = "42P13";

/** `old`: what the database had of this name. It gives way when it can't be replaced. */
async function applyFile(tx: Tx, file: FunctionFile, old: Present[]): Promise<void> {
  const refused = await runFile(tx, file);
  if (refused === null) return;
  if (errorCode(refused) !== NOT_REPLACEABLE || old.length === 0) throw explain(file, refused);
  await dropFunctions(tx, old);
  const refusedAgain = await runFile(tx, file);
  if (refusedAgain !== null) throw explain(file, refusedAgain);
}

/** Answers what the database said against the file, and then nothing of it was done; null when it was. */
async function runFile(tx: Tx, file: FunctionFile): Promise<unknown> {
  await sql`savepoint function_file`.execute(tx);
  try {
    await sql.raw(file.text).execute(tx);
    await sql`release function_file`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to function_file`.execute(tx);
    return error;
  }
}

/** Older signatures of a function that has a new one now, and functions without a file. */
async function dropLeftOver(tx: Tx, before: Present[], gone: string[]): Promise<void> {
  const wasThere = new Set(before.map(({ oid }) => oid));
  const now = await selectPresent(
    tx,
    before.map(({ name }) => name),
  );
  const renewed = new Set(now.filter(({ oid }) => !wasThere.has(oid)).map(({ name }) => name));
  const left = now.filter(({ name, oid }) => gone.includes(name) || (renewed.has(name) && wasThere.has(oid)));
  await dropFunctions(tx, left);
}

async function dropFunctions(tx: Tx, functions: Present[]): Promise<void> {
  for (const { signature } of functions) await sql.raw(`drop function ${signature}`).execute(tx);
}

/** The line of a mistake: PostgreSQL counts characters of the file, or else lines of the function's body. */
function explain(file: FunctionFile, error: unknown): unknown {
  if (!MISTAKE.test(errorCode(error))) return error;
  const { message, position, where } = Object(error) as {
    message?: string;
    position?: string;
    where?: string;
  };
  const problem = message ?? String(error);
  if (position) return new FunctionFileBroken(file, Number(position) - 1, problem);
  const [, bodyLine] = /PL\/pgSQL function .* near line (\d+)/.exec(where ?? "") ?? [];
  const body = file.text.indexOf("$$");
  const before = file.text.slice(body).split("\n", Number(bodyLine ?? 1) - 1);
  return new FunctionFileBroken(file, body + before.join("\n").length + before.length, problem);
}
