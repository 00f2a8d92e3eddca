// What a restore took the place of. On PostgreSQL it lies in a schema of its own, whole: `restore --undo` exchanges it
// back, and `drop schema … cascade` makes room. Objects are moved one by one instead of renaming the schema `public`,
// because the extension in there, and often the schema, belong to somebody else.
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

const KEPT = "replaced_";
/** Digits of a moment. */
const DIGITS = 17;
/** Such a schema's name, for PostgreSQL. Any other is somebody else's, however it begins. */
export const KEPT_REGEX = `^${KEPT}[0-9]{${DIGITS}}$`;
/** The same for the options of pg_dump. */
export const KEPT_PATTERN = KEPT + "[0-9]".repeat(DIGITS);

/** A moment in a name of a schema: its digits. */
export function keptSchema(stamp: string): string {
  return `${KEPT}${stamp.replace(/\D/g, "")}`;
}

/** Schemas of shops that were replaced, the newest first, with what they take on the disk. */
export async function listKeptShops(db: Kysely<Schema>): Promise<{ schema: string; bytes: number }[]> {
  const { rows } = await sql<{ schema: string; bytes: number }>`
    select nspname as schema, (select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c
      where c.relnamespace = n.oid and c.relkind = 'r')::float as bytes
    from pg_namespace n where nspname ~ ${KEPT_REGEX} order by nspname desc`.execute(db);
  return rows;
}

/**
 * Statements that move everything of the shop from one schema to another. Functions go first: their parameters are rows
 * of tables, named with the schema that these still have. Extensions and what they made stay.
 */
export function moveObjects(from: string, to: string): string {
  const ofExtension = (catalog: string, oid: string) =>
    `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;
  return `do $move$ declare statement text; begin
    for statement in
      select format('alter routine %I.%I(%s) set schema %I', '${from}', proname, pg_get_function_identity_arguments(p.oid), '${to}')
        from pg_proc p where pronamespace = '${from}'::regnamespace and not ${ofExtension("pg_proc", "p.oid")}
    loop execute statement; end loop;
    for statement in
      select format('alter type %I.%I set schema %I', '${from}', typname, '${to}')
        from pg_type t where typnamespace = '${from}'::regnamespace and not ${ofExtension("pg_type", "t.oid")}
          and (typtype in ('e', 'd') or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    loop execute statement; end loop;
    for statement in
      select format('alter %s %I.%I set schema %I', case relkind when 'v' then 'view' when 'm' then 'materialized view'
          when 'S' then 'sequence' else 'table' end, '${from}', relname, '${to}')
        from pg_class c where relnamespace = '${from}'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
          and not ${ofExtension("pg_class", "c.oid")}
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
            and relkind = 'S' and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass)
    loop execute statement; end loop;
  end $move$;`;
}
