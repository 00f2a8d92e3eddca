// Two roles on PostgreSQL: one owns the tables and changes them when the shop is upgraded, the other runs the shop. The
// running one reads and writes rows. It may not empty a table, drop or alter one, or switch a trigger off, and in the
// tables that only grow (the activity log, the history of orders, the movements of stock) it may not change or delete a
// row, trigger or not. Plain grants do all of it, so it works wherever PostgreSQL is rented. Decision 020.
import { type Kysely, sql } from "kysely";
import type { Environment } from "../core/env.ts";
import { openPostgresDatabase } from "./database.ts";
import { lockMigrations, migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { inTransaction, type Tx } from "./transaction.ts";

/** Their rows come from the migrations alone. */
const READ_ONLY = ["kysely_migration", "function_files", "order_transitions", "unit_transitions"];
/** The function behind the triggers of a table that only grows; with a condition, some of its rows may still change. */
const APPEND_ONLY_GUARD = "refuse_change";

type Urls = Pick<Environment, "databaseUrlOwner" | "databaseUrlDirect">;

/** How to reach the database as the role that owns its tables, past a pooler where there is one. */
export function ownerUrlOf({ databaseUrlOwner, databaseUrlDirect }: Urls, databaseUrl: string): string {
  return databaseUrlOwner ?? databaseUrlDirect ?? databaseUrl;
}

/** The variable that it comes from. */
export function ownerVariableOf({ databaseUrlOwner, databaseUrlDirect }: Urls): string {
  if (databaseUrlOwner !== null) return "DATABASE_URL_OWNER";
  return databaseUrlDirect === null ? "DATABASE_URL" : "DATABASE_URL_DIRECT";
}

/**
 * Brings the database up to date as its owner, and gives the role that `running` is connected with what it needs.
 * Answers the names of the migrations that were applied now.
 */
export async function migrateAsOwner(
  ownerUrl: string,
  running: Kysely<Schema>,
  options: Parameters<typeof migrate>[1] = {},
): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(running);
  const owner = await openPostgresDatabase(ownerUrl, { name: "DATABASE_URL_OWNER" });
  try {
    const applied = await migrate(owner.db, options);
    await grantRunning(owner.db, rows[0]?.role ?? "");
    return applied;
  } finally {
    await owner.close();
  }
}

/** Whether this connection's role could empty or change what must only grow. */
export async function mayRewriteHistory(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(current_user, c.relowner, 'usage') or has_table_privilege(c.oid, 'truncate, delete, update') as may
    from pg_class c where c.oid = 'public.admin_audit'::regclass`.execute(db);
  return rows[0]?.may ?? false;
}

async function grantRunning(db: Kysely<Schema>, role: string): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    await lockMigrations(tx);
    const { rows } = await sql<{ isOwner: boolean }>`select current_user = ${role} as "isOwner"`.execute(tx);
    if (rows[0]?.isOwner) return;
    const to = sql.id(role);
    await sql`grant usage on schema public to ${to}`.execute(tx);
    await sql`revoke all on all tables in schema public from ${to}`.execute(tx);
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(tx);
    await sql`grant execute on all functions in schema public to ${to}`.execute(tx);
    for (const { name, rights } of await listRights(tx))
      await sql`grant ${sql.raw(rights)} on ${sql.id("public", name)} to ${to}`.execute(tx);
  });
}

async function listRights(tx: Tx): Promise<{ name: string; rights: string }[]> {
  const { rows } = await sql<{ name: string; grows: boolean }>`
    select c.relname as name, exists (select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and t.tgqual is null and p.proname = ${APPEND_ONLY_GUARD}) as grows
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`.execute(
    tx,
  );
  return rows.map(({ name, grows }) => {
    if (READ_ONLY.includes(name)) return { name, rights: "select" };
    return { name, rights: grows ? "select, insert" : "select, insert, update, delete" };
  });
}
