import type { AuditEntry, AuditSearch } from "#domain/audit/audit-log.ts";
import type { Shop } from "../../core/shop.ts";
import { listAuditEntries } from "./queries.ts";

const AUDITS_PER_PAGE = 50;

export type AuditPage = { entries: AuditEntry[]; next: string | null };

/** One page of what was changed in the back office, newest first. */
export async function listAuditLog(shop: Shop, search: AuditSearch): Promise<AuditPage> {
  const found = await listAuditEntries(shop.db, search, AUDITS_PER_PAGE + 1);
  const entries = found.slice(0, AUDITS_PER_PAGE);
  return { entries, next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null };
}
