// Copies of the SQL functions in which a schedule can stop. A function such as settle_payment takes all its locks
// within one statement of the driver, where nobody outside can tell one step from the next. So the copies call
// weave.step before each statement that reads, writes or calls another function of the shop. A statement that only
// computes gets no stop, and neither does the first one: the call itself is a scheduling point. Functions in
// "language sql" stay whole. The copies are loaded into the harness's own database, never into a shop's.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type FunctionFile, readFunctionFiles } from "#server/db/functions.ts";
import { HarnessError } from "../problems.ts";
import { splitBody } from "./split-body.ts";

export type Instrumented = {
  /** Functions with stops, and how many each has. */
  stops: Map<string, number>;
  /** Functions that a schedule can't enter. */
  whole: string[];
};

/** Writes copies of the function files into a folder, hands it to `load`, and removes it. `stops` false: none at all. */
export async function withInstrumentedFunctions(
  { stops: isStopping }: { stops: boolean },
  load: (folder: string) => Promise<unknown>,
): Promise<Instrumented> {
  const files = await readFunctionFiles();
  const names = files.map(({ name }) => name);
  const result: Instrumented = { stops: new Map(), whole: [] };
  const folder = mkdtempSync(path.join(tmpdir(), "shop-functions-"));
  try {
    for (const file of files) {
      const { text, stops } = isStopping ? instrument(file, names) : { text: renumbered(file), stops: null };
      writeFileSync(path.join(folder, `${file.name.replaceAll("_", "-")}.sql`), text);
      if (stops === null || stops === 0) result.whole.push(file.name);
      else result.stops.set(file.name, stops);
    }
    await load(folder);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `stops` null: a function in SQL, which stays whole. `ours`: the names of all functions of the shop. */
export function instrument(
  file: Pick<FunctionFile, "name" | "text">,
  ours: string[],
): { text: string; stops: number | null } {
  const text = renumbered(file);
  const [, language] = /\blanguage\s+(\w+)/i.exec(text) ?? [];
  if (language === "sql") return { text, stops: null };
  const open = text.indexOf("$$");
  const close = text.indexOf("$$", open + 2);
  if (language !== "plpgsql" || open < 0 || close < 0)
    throw new HarnessError(`${file.name} can't be instrumented: it is neither SQL nor PL/pgSQL between $$`);
  const body = text.slice(open + 2, close);
  const statements = splitBody(body);
  if (statements.length === 0)
    throw new HarnessError(`${file.name} can't be instrumented: its body is empty`);
  let written = "";
  let from = 0;
  let stops = 0;
  for (const [index, statement] of statements.entries()) {
    const label = `${file.name}:${index + 1}`;
    written += body.slice(from, statement.start);
    from = statement.start;
    if (index > 0 && touchesTables(statement.text, ours)) {
      stops += 1;
      // An IF leaves FOUND alone, which PERFORM would set.
      written += `if weave.step('${label}') then end if; `;
    }
    const [locking] = LOCKS_ROWS.exec(statement.text) ?? [];
    if (locking !== undefined) {
      stops += 1;
      written += `perform weave.step('${label} row') `;
      from += locking.length;
    }
  }
  return { text: `${text.slice(0, open + 2)}${written}${body.slice(from)}${text.slice(close)}`, stops };
}

/**
 * A statement that only locks rows, one after the other. What it selects is computed for each row right before that row
 * is locked, so it stops there, and the order in which rows are locked is part of the schedule.
 */
const LOCKS_ROWS = /^perform 1\s+(?=from\b[\s\S]*\bfor (no key )?update\b)/i;

/**
 * Which of eight rows counts an order must not depend on the number that the system gave to a process. Here it is one of
 * two rows, so that transactions meet there.
 */
export const PROCESS_NUMBER = "(4 * weave.backend())";

const renumbered = ({ text }: Pick<FunctionFile, "text">) =>
  text.replaceAll("pg_backend_pid()", PROCESS_NUMBER);

const STATEMENT_OF_SQL = /\b(select|insert|update|delete|perform)\b/i;

function touchesTables(statement: string, ours: string[]): boolean {
  if (/^raise\b/i.test(statement)) return false;
  return (
    STATEMENT_OF_SQL.test(statement) || ours.some((name) => new RegExp(`\\b${name}\\s*\\(`).test(statement))
  );
}
