import type pg from "pg";

/**
 * Ids that the database draws are scattered, but the same in each run of a seed, since rows are read, locked, and
 * picked in their order. Their sequence is reset together with all others.
 */
export async function drawIdsInOrder(pool: Pick<pg.Pool, "query">): Promise<void> {
  await pool.query("create sequence drawn_ids");
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_default = 'gen_random_uuid()'`,
  );
  for (const { table, column } of rows)
    await pool.query(
      `alter table ${table} alter column ${column} set default md5(nextval('drawn_ids')::text)::uuid`,
    );
}
