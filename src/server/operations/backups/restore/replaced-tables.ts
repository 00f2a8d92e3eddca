// All of a shop's objects in the schema `public`, so that a restore can replace them. They are dropped one by one
// instead of the whole schema, because its extension, and often the schema itself, belong to another role.
import { sql } from "kysely";
import type { Db, Tx } from "../../../db/transaction.ts";

const ofNoExtension = (catalog: string) => `not exists (select from pg_depend d
  where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`;

/** Tables and views. */
export async function listTableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class o where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'v', 'm') and ${sql.raw(ofNoExtension("pg_class"))} order by relname`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Drops tables, views, sequences, and functions. Returns the names of tables and views. */
export async function dropTables(tx: Tx): Promise<string[]> {
  const names = await listTableNames(tx);
  await sql
    .raw(`do $drop$ declare statement text; begin
    for statement in
      select format('drop routine public.%I(%s) cascade', proname, pg_get_function_identity_arguments(oid))
        from pg_proc o where pronamespace = 'public'::regnamespace and ${ofNoExtension("pg_proc")}
    loop execute statement; end loop;
    for statement in
      select format('drop %s if exists public.%I cascade', case relkind when 'v' then 'view'
          when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname)
        from pg_class o where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
          and ${ofNoExtension("pg_class")}
        order by relkind = 'S'
    loop execute statement; end loop;
  end $drop$`)
    .execute(tx);
  return names;
}
