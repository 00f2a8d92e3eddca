// Counts the statements that reach PostgreSQL, with their times, from the server's own log: nothing of the shop is
// changed for it, and nothing that the shop sends can hide from it.
import { withDatabase } from "#test/processes/shop-data.ts";
import type { ShopSettings } from "#test/processes/shop-process.ts";

/** `ms`: of all of them together, as the server measures it. */
export type CountedStatement = { text: string; times: number; ms: number };

const NAME_LENGTH_MAX = 110;
/** A line of the log; a statement with parameters is parsed, bound and executed, each with a line of its own. */
const LINE =
  /duration: ([\d.]+) ms(?: {2}(parse|bind) [^:]*:| {2}(?:execute [^:]*|statement): ([\s\S]*?)(?=\n[^\n\t]|$))?/g;

export class StatementLog {
  #text: string | null = null;

  /** Hand it to `startPostgres`. */
  readonly hear = (text: string): void => {
    if (this.#text !== null) this.#text += text;
  };

  /** The connections that begin while `work` runs tell their statements. */
  async during<T>(settings: ShopSettings, work: () => Promise<T>): Promise<T> {
    await setLog(settings, "log_min_duration_statement = 0");
    try {
      return await work();
    } finally {
      await setLog(settings, "log_min_duration_statement = -1");
    }
  }

  begin(): void {
    this.#text = "";
  }

  /** The statements since `begin`, the most frequent first. */
  end(): CountedStatement[] {
    const counted = countStatements(this.#text ?? "");
    this.#text = null;
    return counted;
  }
}

/** `log`: of a server that notes the duration of each statement. */
export function countStatements(log: string): CountedStatement[] {
  const found = new Map<string, CountedStatement>();
  let preparing = 0;
  for (const [, ms, , text] of log.matchAll(LINE)) {
    if (text === undefined) {
      preparing += Number(ms);
      continue;
    }
    const name = text.replace(/\s+/g, " ").trim().slice(0, NAME_LENGTH_MAX);
    const known = found.get(name) ?? { text: name, times: 0, ms: 0 };
    known.times += 1;
    known.ms += Number(ms) + preparing;
    preparing = 0;
    found.set(name, known);
  }
  return [...found.values()].sort((a, b) => b.times - a.times || a.text.localeCompare(b.text));
}

async function setLog(settings: ShopSettings, setting: string): Promise<void> {
  await withDatabase(settings, async (pool) => {
    const { rows } = await pool.query<{ name: string }>("select quote_ident(current_database()) as name");
    await pool.query(`alter database ${rows[0]?.name} set ${setting}`);
  });
}
