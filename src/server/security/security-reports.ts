// What the owner sees of security reports, and how long they are kept.
import { sql } from "kysely";
import type { SecurityReport } from "#domain/security/security-report.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { isoTime } from "../order-rows.ts";
import { nowOf, type Shop } from "../shop.ts";

export const REPORTS_SHOWN_MAX = 50;

/** One statement: what the check of the checkout page found, then the reports that came last. */
export async function listSecurityReports(shop: Shop): Promise<SecurityReport[]> {
  const { rows } = await sql<SecurityReport>`
    select id::text, source, rule, blocked, page, times::float8 as times,
      ${isoTime(sql`first_seen`)} as "firstSeen", ${isoTime(sql`last_seen`)} as "lastSeen"
    from security_reports order by source desc, last_seen desc, security_reports.id desc limit ${REPORTS_SHOWN_MAX}`.execute(
    shop.db,
  );
  return rows;
}

/** Removes a report; if the same happens again, it comes back. False: it is gone already. */
export async function dismissSecurityReport(
  shop: Shop,
  { id, actor }: { id: unknown; actor: string },
): Promise<boolean> {
  if (typeof id !== "string" || !/^\d{1,18}$/.test(id)) return false;
  return inTransaction(shop, async (tx) => {
    const row = await tx
      .deleteFrom("security_reports")
      .where("id", "=", id)
      .returning(["rule", "blocked", "page"])
      .executeTakeFirst();
    if (!row) return false;
    await insertAudit(
      tx,
      { actor, action: "security_report.dismissed", object: id, before: { ...row } },
      nowOf(shop),
    );
    return true;
  });
}
