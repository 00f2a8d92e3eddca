// The SQL of what the owner keeps of people, and of the log of what was removed and taken out.
import { sql } from "kysely";
import type { PrivacyEntry, RemovedDay } from "#domain/privacy/privacy-log.ts";
import { defaultPrivacyRules, type PrivacyRules } from "#domain/privacy/privacy-rules.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import { withoutPerson } from "../../settings/audit/queries.ts";

/** A change of them holds the lock of the settings row. */
export async function findPrivacyRules(db: Db): Promise<PrivacyRules> {
  const row = await db
    .selectFrom("privacy_rules")
    .select(["order_years as orderYears", "message_days as messageDays"])
    .select(["checkout_days as checkoutDays", "restock_days as restockDays"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return row ?? defaultPrivacyRules;
}

export async function upsertPrivacyRules(tx: Tx, rules: PrivacyRules): Promise<void> {
  const values = {
    order_years: rules.orderYears,
    message_days: rules.messageDays,
    checkout_days: rules.checkoutDays,
    restock_days: rules.restockDays,
  };
  await tx
    .insertInto("privacy_rules")
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** Adds to what a retention rule has removed on this day (UTC). */
export async function noteRemoved(
  tx: Tx,
  { what, removed, now }: { what: string; removed: number; now: Date },
): Promise<void> {
  await sql`
    insert into retention_log (day, what, removed) values ((${now}::timestamptz at time zone 'UTC')::date, ${what}, ${removed})
    on conflict (day, what) do update set removed = retention_log.removed + excluded.removed`.execute(tx);
}

const LOGGED = ["customer.forgotten", "customer.exported", "orders.exported"];

/**
 * One statement: the rules, what the owner did, newest first, and what went by age, latest day first; at most `limit` of
 * each list.
 */
export async function findPrivacyPage(
  db: Db,
  limit: number,
): Promise<{ rules: PrivacyRules; entries: PrivacyEntry[]; removed: RemovedDay[] }> {
  const { rows } = await sql<{
    rules: PrivacyRules | null;
    entries: PrivacyEntry[];
    removed: RemovedDay[];
  }>`
    select
      (select jsonb_build_object('orderYears', order_years, 'messageDays', message_days, 'checkoutDays', checkout_days,
          'restockDays', restock_days) from privacy_rules where id = 1) as rules,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select id::text, action, actor, ${isoTime(sql`created_at`)} as at, ${withoutPerson(sql`coalesce(after, '{}')`)} as counts
        from admin_audit where action in (${sql.join(LOGGED)}) order by id desc limit ${limit}) f) as entries,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select day::text, what, removed from retention_log order by day desc, what limit ${limit}) f) as removed`.execute(
    db,
  );
  const [row] = rows;
  return {
    rules: row?.rules ?? defaultPrivacyRules,
    entries: row?.entries ?? [],
    removed: row?.removed ?? [],
  };
}
