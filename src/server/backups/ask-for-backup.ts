// What the owner asks for on the page of backups. The worker does it; a page that is left changes nothing.
import { type BackupRules, parseBackupRules } from "#domain/backups/backup.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { findBooks, insertBackup, insertDrill, updateRules } from "./backup-queries.ts";

/** `started` false: one is under way already, and that one is as good. */
export async function askForBackup(shop: Shop, { actor }: { actor: string }): Promise<{ started: boolean }> {
  const started = await inTransaction(shop, (tx) =>
    insertBackup(tx, { id: shop.newId(), requestedBy: actor, now: nowOf(shop) }),
  );
  shop.wakeWorker("backups");
  return { started };
}

/** `no_backup`: there is none that could be tried. */
export async function askForDrill(
  shop: Shop,
  { actor }: { actor: string },
): Promise<{ ok: true; started: boolean } | { ok: false; reason: "no_backup" }> {
  const { backups } = await findBooks(shop.db);
  if (!backups.some(({ state }) => state === "done")) return { ok: false, reason: "no_backup" };
  const started = await insertDrill(shop.db, { id: shop.newId(), requestedBy: actor, now: nowOf(shop) });
  shop.wakeWorker("backups");
  return { ok: true, started };
}

/** `fields`: `days` and `weeks`, as a browser sends them. */
export async function saveBackupRules(
  shop: Shop,
  { actor, fields }: { actor: string; fields: Record<string, unknown> },
): Promise<{ ok: true } | { ok: false; errors: Partial<Record<keyof BackupRules, string>> }> {
  const parsed = parseBackupRules(fields);
  if (!parsed.ok) return parsed;
  await inTransaction(shop, async (tx) => {
    const { rules: before } = await findBooks(tx);
    const after = parsed.value;
    if (before.days === after.days && before.weeks === after.weeks) return;
    await updateRules(tx, after);
    const entry = {
      actor,
      action: "settings.backups_changed",
      object: "backup_rules:1",
      before,
      after,
    } as const;
    await insertAudit(tx, entry, nowOf(shop));
  });
  return { ok: true };
}
