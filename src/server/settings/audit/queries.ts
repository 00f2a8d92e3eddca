// The audit log: who changed what, from what to what. Append only; an entry is written in the transaction of its change,
// so that neither exists without the other.
import { type RawBuilder, sql } from "kysely";
import {
  type AuditAction,
  type AuditSearch,
  actionsOf,
  type AuditEntry as StoredEntry,
} from "#domain/audit/audit-log.ts";
import { orderNumber } from "#domain/order/order.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { UUID_PATTERN } from "#domain/text/uuid.ts";
import { currentRequest } from "../../core/request-context.ts";
import type { Db, Tx } from "../../db/transaction.ts";

export type AuditEntry = {
  /** The person's email, or "command line". */
  actor: string;
  action: AuditAction;
  /** The id of what was changed. */
  object: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/** Writes one entry, with the id of the request that made the change; of `before` and `after` only what differs. */
export async function insertAudit(tx: Tx, entry: AuditEntry, now: Date): Promise<void> {
  await insertAudits(tx, [entry], now);
}

const ROWS_PER_INSERT = 1_000;

/** The same for many entries, in few statements. */
export async function insertAudits(tx: Tx, entries: AuditEntry[], now: Date): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_PER_INSERT) {
    const rows = entries.slice(start, start + ROWS_PER_INSERT).map(rowOf);
    // One parameter instead of six per row, since each is slow on the embedded database.
    await sql`
      insert into admin_audit (actor, action, object, before, after, created_at, request_id)
      select actor, action, object, before, after, ${now}, ${currentRequest()?.id ?? null}::text
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(actor text, action text, object text, before jsonb, after jsonb)`.execute(tx);
  }
}

function rowOf({ actor, action, object, before, after }: AuditEntry) {
  const isOther = (key: string) => !sameValues(before?.[key], after?.[key]);
  const part = (values: Record<string, unknown> | null | undefined) =>
    values ? Object.fromEntries(Object.entries(values).filter(([key]) => isOther(key))) : null;
  return { actor, action, object, before: part(before), after: part(after) };
}

/** Whether this person's entry of this action on this object exists. */
export async function hasAudit(
  tx: Tx,
  { actor, action, object }: Pick<AuditEntry, "actor" | "action" | "object">,
): Promise<boolean> {
  const row = await tx
    .selectFrom("admin_audit")
    .select("id")
    .where("action", "=", action)
    .where("object", "=", object)
    .where("actor", "=", actor)
    .executeTakeFirst();
  return row !== undefined;
}

/** What its first entry of this action says of an object; null without one. */
export async function findLogged(
  tx: Tx,
  { action, object }: Pick<AuditEntry, "action" | "object">,
): Promise<StoredEntry["after"]> {
  const row = await tx
    .selectFrom("admin_audit")
    .select("after")
    .where("action", "=", action)
    .where("object", "=", object)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return (row?.after ?? null) as StoredEntry["after"];
}

/** Their reason, in the owner's words, is kept elsewhere and not for good (payments/payment-alerts.ts). */
const explained: readonly AuditAction[] = ["operation.closed", "event.closed", "alert.resolved"];

/** Which person was forgotten, by which hash, is for the shop alone (customers/forget-queries.ts). */
export const withoutPerson = (after: RawBuilder<unknown>) => sql`${after} - array['person', 'asOf']`;
const shownAfter = sql<unknown>`case entry.action when 'customer.forgotten' then ${withoutPerson(sql`entry.after`)} else entry.after end`;

/** One statement: up to `limit` entries, newest first. */
export async function listAuditEntries(
  db: Db,
  { kind, before }: AuditSearch,
  limit: number,
): Promise<StoredEntry[]> {
  const id = sql<string>`case when entry.object ~ ${`^${UUID_PATTERN}$`} then entry.object::uuid end`;
  let query = db
    .selectFrom("admin_audit as entry")
    .leftJoin("products as product", (join) => join.on("product.id", "=", id))
    .leftJoin("orders as order", (join) => join.on("order.id", "=", id))
    .leftJoin("payment_alerts as alert", (join) =>
      join
        .onRef("alert.key", "=", "entry.object")
        .onRef("alert.resolved_at", "=", "entry.created_at")
        .on("entry.action", "in", explained),
    )
    .select(["entry.id", "entry.actor", "entry.action", "entry.object", "entry.before"])
    .select(shownAfter.as("after"))
    .select(["entry.created_at", "product.name", "order.number", "alert.detail"])
    .orderBy("entry.id", "desc")
    .limit(limit);
  if (kind) query = query.where("entry.action", "in", actionsOf(kind));
  if (before) query = query.where("entry.id", "<", before);
  const rows = await query.execute();
  return rows.map(({ name, number, created_at, detail, ...row }) => ({
    ...row,
    id: String(row.id),
    objectName: number === null ? name : orderNumber(Number(number)),
    before: row.before as StoredEntry["before"],
    after: (detail ? { ...(row.after as object), note: detail } : row.after) as StoredEntry["after"],
    at: created_at.toISOString(),
  }));
}
