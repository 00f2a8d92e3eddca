// What the owner requests on the page of backups. The worker does it, even if the owner leaves the page.
import { backupRulesForm } from "#domain/backups/backup-rules-form.ts";
import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { findBooks, insertBackup, lockRules, requestTest, updateRules } from "./backup-queries.ts";

/** `started` false: one is already in progress, and will do. */
export async function askForBackup(shop: Shop, { actor }: { actor: string }): Promise<{ started: boolean }> {
  const started = await inTransaction(shop, (tx) =>
    insertBackup(tx, { id: shop.newId(), requestedBy: actor, now: nowOf(shop) }),
  );
  shop.wakeWorker("backups");
  return { started };
}

/** `no_backup`: there is none to test. */
export async function askForTest(
  shop: Shop,
): Promise<{ ok: true; started: boolean } | { ok: false; reason: "no_backup" }> {
  const { backups } = await findBooks(shop);
  if (!backups.some(({ state }) => state === "done")) return { ok: false, reason: "no_backup" };
  const started = await requestTest(shop.db);
  shop.wakeWorker("backups");
  return { ok: true, started };
}

/** `fields`: those of backupRulesForm. */
export async function saveBackupRules(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const parsed = readForm(backupRulesForm, fields);
  if (!parsed.ok) return parsed;
  return inTransaction(shop, async (tx): Promise<FormSaved> => {
    const before = await lockRules(tx);
    const after = parsed.value;
    if (sameValues(before, after)) return { ok: true, now: after };
    if (isOutdated(fields.base, before)) return { ok: false, reason: "changed", now: before };
    await updateRules(tx, after);
    const entry = { actor, object: "backup_rules:1", before, after };
    await insertAudit(tx, { ...entry, action: "settings.backups_changed" }, nowOf(shop));
    return { ok: true, now: after };
  });
}
