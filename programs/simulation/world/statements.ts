// Describes a statement in few words, to name the gap after it. Nothing is listed by hand: the words come from the
// statement itself, and the database tells which functions write.
import type pg from "pg";

export type Statement = {
  /** "settle_payment", "insert checkouts", "update checkouts.superseded_by", "read orders". */
  name: string;
  writes: boolean;
  /** Names of the writing database functions that it calls. */
  calls: readonly string[];
};

const WRITES =
  /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?(?:\s+as\s+"?\w+"?)?(?:\s+set\s+(?:"?(\w+)"?))?/i;
const VERBS: Readonly<Record<string, string>> = { i: "insert", u: "update", d: "delete" };

/** Database functions that write, directly or through others. */
export async function writingFunctions(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc
      where pronamespace = 'public'::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')`,
  );
  const writing = new Set(rows.filter(({ source }) => writeOf(source)).map(({ name }) => name));
  for (let before = -1; before < writing.size; ) {
    before = writing.size;
    for (const { name, source } of rows) if (callsOf(source, writing).length > 0) writing.add(name);
  }
  return writing;
}

export class Statements {
  readonly #writing: ReadonlySet<string>;
  readonly #known = new Map<string, Statement>();

  constructor(writing: ReadonlySet<string>) {
    this.#writing = writing;
  }

  read(text: string): Statement {
    const known = this.#known.get(text) ?? this.#parse(text);
    this.#known.set(text, known);
    return known;
  }

  /** The writing functions that a text calls. */
  callsOf(text: string): string[] {
    return callsOf(text, this.#writing);
  }

  #parse(text: string): Statement {
    const calls = callsOf(text, this.#writing);
    const [, verb, table, column] = writeOf(text) ?? [];
    if (verb !== undefined && calls.length === 0) {
      const isUpdate = verb.toLowerCase() === "update" && column !== undefined;
      const what = isUpdate ? `${table}.${column}` : table;
      return { name: `${VERBS[verb.charAt(0).toLowerCase()]} ${what}`, writes: true, calls };
    }
    if (calls[0] !== undefined) return { name: calls[0], writes: true, calls };
    const read = /\bfrom\s+"?(\w+)"?/i.exec(text)?.[1] ?? /\b(\w+)\s*\(/.exec(text)?.[1] ?? "nothing";
    return { name: `read ${read}`, writes: false, calls };
  }
}

/** "for update" only locks. */
function writeOf(text: string): RegExpExecArray | null {
  return WRITES.exec(text.replace(/\bfor\s+(no\s+key\s+)?update\b/gi, ""));
}

function callsOf(text: string, functions: ReadonlySet<string>): string[] {
  const called = [...text.matchAll(/\b(\w+)\s*\(/g)].map(([, name = ""]) => name);
  return [...new Set(called)].filter((name) => functions.has(name));
}
