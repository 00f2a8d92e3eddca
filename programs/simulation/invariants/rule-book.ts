// After each act, checks only the rules that can give a new result. A rule is a query: while neither its tables nor its
// parameters have changed, its result is the same as before. Its tables are derived, not listed: they are the table
// names in its own SQL and in the functions that it calls. The database itself counts changes (pg_stat), whether they
// come from a statement, a function, a trigger, or a seeded bug.
import type pg from "pg";

export type Broken = { rule: string; detail: string };

type Reads = { tables: ReadonlySet<string>; parameters: ReadonlySet<number> };
type Rule = Reads & { sql: string };
/** Rules that read the same tables. */
type Statement = Reads & { name: string; text: string };
type Source = { name: string; source: string };
type Table = { name: string; id: number };

const BETWEEN = "\nunion all\n";

/** The statement's common part ("with …") and its rules, each a select of its own. */
export function rulesOf(statement: string): { head: string; rules: string[] } {
  const start = statement.indexOf("\nselect ") + 1;
  return { head: statement.slice(0, start), rules: statement.slice(start).split(BETWEEN) };
}

/** What a query reads: which of `tables`, and the numbers of its parameters. Errs on the side of too much. */
export class Reader {
  readonly #sources: ReadonlyMap<string, string>;
  readonly #tables: ReadonlySet<string>;

  /** sources: SQL that is read when its name occurs in a query, such as that of a function. */
  constructor(tables: Iterable<string>, sources: readonly Source[]) {
    this.#tables = new Set(tables);
    this.#sources = new Map(sources.map(({ name, source }) => [name, source]));
  }

  read(sql: string): Reads {
    const text = this.#whole(sql, new Set());
    const words = text.match(/\w+/g) ?? [];
    const parameters = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
    return {
      tables: new Set(words.filter((word) => this.#tables.has(word))),
      parameters: new Set(parameters),
    };
  }

  #whole(sql: string, known: Set<string>): string {
    const named = [...new Set(sql.match(/\w+/g))].filter(
      (word) => this.#sources.has(word) && !known.has(word),
    );
    for (const name of named) known.add(name);
    return [sql, ...named.map((name) => this.#whole(this.#sources.get(name)!, known))].join("\n");
  }
}

/** The named queries before a statement's rules. */
function namedQueries(head: string): Source[] {
  const starts = [...head.matchAll(/\b(\w+) as (?:materialized )?\(/g)];
  return starts.map(({ 1: name = "", index }, at) => ({
    name,
    source: head.slice(index + name.length, starts[at + 1]?.index),
  }));
}

export class RuleBook {
  readonly rules: readonly Rule[];
  readonly #pool: pg.Pool;
  readonly #statements: readonly Statement[];
  readonly #counted: readonly string[];
  readonly #counts: pg.QueryConfig;

  private constructor(pool: pg.Pool, head: string, rules: readonly Rule[], tables: readonly Table[]) {
    this.#pool = pool;
    this.rules = rules;
    this.#statements = statementsOf(head, rules);
    const counted = tables.filter(({ name }) => rules.some((rule) => rule.tables.has(name)));
    this.#counted = counted.map(({ name }) => name);
    this.#counts = { name: "changes", text: COUNTS, values: [counted.map(({ id }) => id)] };
  }

  static async open(pool: pg.Pool, statement: string): Promise<RuleBook> {
    // Current counts, not those of the transaction's first read.
    await pool.query("set stats_fetch_consistency = none");
    const { head, rules } = rulesOf(statement);
    const { rows: tables } = await pool.query<Table>(
      "select relname as name, oid as id from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const { rows: functions } = await pool.query<Source>(
      `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace
          and prolang <> (select oid from pg_language where lanname = 'c')
        union all select viewname, definition from pg_views where schemaname = 'public'`,
    );
    const reader = new Reader(
      tables.map(({ name }) => name),
      [...functions, ...namedQueries(head)],
    );
    return new RuleBook(
      pool,
      head,
      rules.map((sql) => ({ sql, ...reader.read(sql) })),
      tables,
    );
  }

  /** A separate history, whose first check covers all rules. */
  begin(): Check {
    let counts: readonly string[] = [];
    let parameters: readonly string[] = [];
    return async (values, { asksAll = false } = {}) => {
      const { rows } = await this.#pool.query<{ counts: string }>(this.#counts);
      const countsNow = rows[0]?.counts.split(",") ?? [];
      const parametersNow = values.map((value) => JSON.stringify(value));
      const changed = new Set(this.#counted.filter((_, at) => countsNow[at] !== counts[at]));
      const given = parametersNow.map((parameter, at) => parameter !== parameters[at]);
      counts = countsNow;
      parameters = parametersNow;
      const due = this.#statements.filter((statement) => asksAll || isDue(statement, changed, given));
      const broken: Broken[] = [];
      for (const { name, text } of due) {
        const answer = await this.#pool.query<Broken>({ name, text, values: [...values] });
        broken.push(...answer.rows);
      }
      return broken;
    };
  }
}

/** Each is prepared once, in any combination with others. */
function statementsOf(head: string, rules: readonly Rule[]): Statement[] {
  const keyOf = ({ tables, parameters }: Rule) =>
    [...[...tables].sort(), ...[...parameters].sort()].join(" ");
  return [...Map.groupBy(rules, keyOf).values()].map((same, at) => ({
    tables: same[0]!.tables,
    parameters: same[0]!.parameters,
    name: `rules ${at}`,
    text: `${head}select * from (${same.map(({ sql }) => sql).join(BETWEEN)}) as broken (rule, detail)`,
  }));
}

/** The rows of broken rules. `values`: the statement's parameters. asksAll: check every rule. */
export type Check = (values: readonly unknown[], options?: { asksAll?: boolean }) => Promise<Broken[]>;

function isDue({ tables, parameters }: Reads, changed: ReadonlySet<string>, given: readonly boolean[]) {
  return (
    [...tables].some((table) => changed.has(table)) || [...parameters].some((number) => given[number - 1])
  );
}

const parts = ["inserted", "updated", "deleted"].map(
  (what) => `pg_stat_get_tuples_${what}(id) + pg_stat_get_xact_tuples_${what}(id)`,
);
/** Rows written so far of each table, reported and not yet reported. $1: ids of tables. */
const COUNTS = `select string_agg((${parts.join(" + ")})::text, ',' order by place) as counts
  from unnest($1::oid[]) with ordinality as counted (id, place)`;
