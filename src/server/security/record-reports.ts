// Reports of browsers, added up. Anyone can post them, so nothing that a stranger writes can make the table grow
// beyond REPORT_KINDS_MAX rows: what comes after that is counted under one name per rule and page, and both are
// words of fixed lists. Requests at the very same moment may go over by as many as the pool has connections.
import { sql } from "kysely";
import type { Refusal } from "#domain/security/browser-report.ts";
import { MANY_OTHERS } from "#domain/security/security-report.ts";
import { nowOf, type Shop } from "../shop.ts";

export const REPORT_KINDS_MAX = 300;

/** `pageOf` turns a path that a visitor opened into the name of a page. */
export async function recordReports(
  shop: Shop,
  { refusals, pageOf }: { refusals: Refusal[]; pageOf: (path: string) => string },
): Promise<void> {
  const counted = new Map<string, { rule: string; blocked: string; page: string; times: number }>();
  for (const { rule, blocked, path } of refusals) {
    const page = pageOf(path);
    const key = JSON.stringify([rule, blocked, page]);
    const times = (counted.get(key)?.times ?? 0) + 1;
    counted.set(key, { rule, blocked, page, times });
  }
  for (const { rule, blocked, page, times } of counted.values()) {
    await sql`
      insert into security_reports as seen (source, rule, blocked, page, times, first_seen, last_seen)
      select 'browser', ${rule},
        case when exists (select 1 from security_reports
            where source = 'browser' and rule = ${rule} and blocked = ${blocked} and page = ${page})
          or (select count(*) from security_reports where source = 'browser') < ${REPORT_KINDS_MAX}
          then ${blocked} else ${MANY_OTHERS} end,
        ${page}, ${times}, ${nowOf(shop)}::timestamptz, ${nowOf(shop)}::timestamptz
      on conflict (source, rule, blocked, page) do update
        set times = seen.times + excluded.times, last_seen = excluded.last_seen`.execute(shop.db);
  }
}
