// What a restore took the place of lies in a schema of its own, whole: `restore --undo` exchanges it back, and
// `drop schema … cascade` makes room. Objects are moved one by one instead of renaming the schema `public`, because the
// extension in there, and often the schema, belong to somebody else.
import { type Kysely, sql } from "kysely";
import type { Schema } from "../../../db/schema.ts";
import type { Db, Tx } from "../../../db/transaction.ts";

const KEPT = "replaced_";
/** A moment, as its digits. Any schema of another name is somebody else's, however it begins. */
const KEPT_REGEX = `^${KEPT}[0-9]{17}$`;

/** `stamp`: the digits of a moment. */
export function keptSchema(stamp: string): string {
  return `${KEPT}${stamp}`;
}

export function stampOfSchema(schema: string): string {
  return schema.slice(KEPT.length);
}

/** The schema of the shop that was replaced last, or null. */
export async function findKept(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname ~ ${KEPT_REGEX}
      and to_regclass(format('%I.kysely_migration', nspname)) is not null order by 1 desc limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
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
 * Moves everything of the shop from one schema to another. Functions go first: their parameters are rows of tables, named
 * with the schema that these still have. Extensions and what they made stay.
 */
export async function moveObjects(tx: Tx, from: string, to: string): Promise<void> {
  await sql.raw(movingStatement(from, to)).execute(tx);
}

function movingStatement(from: string, to: string): string {
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
