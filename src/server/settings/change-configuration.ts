import { type AuditEntry, insertAudit } from "../audit/queries.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { loadSettings } from "./load-settings.ts";
import { findConfiguration, type StoredConfiguration, upsertConfiguration } from "./queries.ts";

type Decision<T> = { result: T; next?: Omit<StoredConfiguration, "version"> };

/**
 * Changes the settings row under its lock: `decide` sees what is stored and answers what it shall become,
 * or nothing. The change and its audit entry (what differs, before and after) stand or fall together, and
 * every process forgets its pages afterwards.
 */
export async function changeConfiguration<T>(
  shop: Shop,
  { actor, action }: Pick<AuditEntry, "actor" | "action">,
  decide: (stored: StoredConfiguration) => Decision<T>,
): Promise<T> {
  await loadSettings(shop);
  const now = nowOf(shop);
  const { result, isChanged } = await inTransaction(shop, async (tx) => {
    const stored = await findConfiguration(tx, { lock: true });
    if (!stored) throw new Error("the settings row is gone");
    const decision = decide(stored);
    if (!decision.next) return { result: decision.result, isChanged: false };
    await upsertConfiguration(tx, { ...decision.next, version: stored.version + 1 }, now);
    await audit(tx, { actor, action }, stored, decision.next, now);
    return { result: decision.result, isChanged: true };
  });
  if (isChanged) await shop.catalogChanged();
  return result;
}

function audit(
  tx: Tx,
  { actor, action }: Pick<AuditEntry, "actor" | "action">,
  before: Omit<StoredConfiguration, "version">,
  after: Omit<StoredConfiguration, "version">,
  now: Date,
): Promise<void> {
  const entry: AuditEntry = {
    actor,
    action,
    object: "store_settings:1",
    before: flat(before),
    after: flat(after),
  };
  return insertAudit(tx, entry, now);
}

function flat({
  settings,
  profile,
  legalTexts,
}: Omit<StoredConfiguration, "version">): Record<string, unknown> {
  const { businessInfo, tax, shipping } = settings;
  return { ...businessInfo, ...tax, ...shipping, ...profile, legalTexts };
}
