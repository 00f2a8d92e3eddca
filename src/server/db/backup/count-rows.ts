// How many rows each table of a shop has. A copy is compared by them.
import pg from "pg";

type Asked = { query: <Row>(text: string) => Promise<{ rows: Row[] }> };

/** One statement for each table. Unlogged ones are left out: what they hold is gone after any crash, by design. */
export async function countRows(client: Asked): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and relpersistence = 'p' order by relname`,
  );
  const counted: [string, number][] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*)::text as rows from public.${pg.escapeIdentifier(name)}`,
    );
    counted.push([name, Number(rows[0]?.rows)]);
  }
  return Object.fromEntries(counted);
}

/** Tables whose numbers differ, in words: "orders: 12 instead of 13". */
export function compareRows(wanted: Record<string, number>, found: Record<string, number>): string[] {
  return Object.keys({ ...wanted, ...found })
    .sort()
    .filter((name) => wanted[name] !== found[name])
    .map((name) => `${name}: ${found[name] ?? "no table"} instead of ${wanted[name] ?? "no table"}`);
}
