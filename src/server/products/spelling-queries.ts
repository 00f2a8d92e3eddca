// Words in use for types, colors, designs, and option names. Read from their indexes, never product by product.
import { sql } from "kysely";
import {
  noSpellings,
  type Spellings,
  type Suggestions,
  suggestedNames,
} from "#domain/product/options/spellings.ts";
import { attributes } from "#domain/product/product-fields.ts";
import type { Db } from "../db/transaction.ts";

/** A longer list helps nobody. */
const SUGGESTIONS_MAX = 100;

type SpellingRow = { name: (typeof suggestedNames)[number]; text: string };

/** One statement: the words in alphabetical order, each in one of its spellings. */
export async function listSuggestions(db: Db): Promise<Suggestions> {
  const parts = suggestedNames.map((name) => {
    const column = sql.ref(attributes[name].column);
    const next = (after: unknown) => sql`
      (select ${column} from products where ${column} <> '' and lower(${column}) > ${after} order by lower(${column}) limit 1)`;
    return sql`(with recursive words as (
        select ${next(sql`''`)} as text
        union all select ${next(sql`lower(words.text)`)} from words where words.text is not null)
      select ${sql.lit(name)} as name, text from words where text is not null limit ${sql.lit(SUGGESTIONS_MAX)})`;
  });
  const { rows } = await sql<SpellingRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  const found: Suggestions = {};
  for (const { name, text } of rows) found[name] = [...(found[name] ?? []), text];
  return found;
}

type Words = Record<(typeof suggestedNames)[number], string>;

/** One statement: how products other than `besides` spell these words. */
export async function listSpellings(
  db: Db,
  values: readonly Words[],
  { besides }: { besides: string[] },
): Promise<Spellings> {
  const spellings = noSpellings();
  const parts = suggestedNames.map((name) => {
    const column = sql.ref(attributes[name].column);
    const keys = [...new Set(values.map((each) => each[name].toLowerCase()))].filter(Boolean);
    return sql`(select ${sql.lit(name)} as name, min(${column} collate "C") as text from products
      where ${column} <> '' and lower(${column}) = any(${keys}::text[]) and id <> all(${besides}::uuid[])
      group by lower(${column}))`;
  });
  const { rows } = await sql<SpellingRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  for (const { name, text } of rows) spellings[name].set(text.toLowerCase(), text);
  return spellings;
}
