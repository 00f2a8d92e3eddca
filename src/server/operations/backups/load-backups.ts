import { existsSync } from "node:fs";
import path from "node:path";
import { type Backup, type BackupRules, keepingOf, type RestoreTest } from "#domain/backups/backup.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { backupFolder } from "./backup-folder.ts";
import { findBooks, keepRecoveryKey } from "./backup-queries.ts";
import { makeRecoveryKey } from "./store-copy.ts";

export type ListedBackup = Backup & {
  /** ISO time. */
  keptUntil: string;
  /** It is kept longer, as the first of its week. */
  isWeekly: boolean;
  /** On the machine that renders this page. */
  isHere: boolean;
};

export type BackupsPage = {
  backups: ListedBackup[];
  test: RestoreTest;
  rules: BackupRules;
  folder: string;
  hasStore: boolean;
  /** SHOP_SECRET is set, so it is not in a backup. */
  hasOwnSecret: boolean;
};

export async function loadBackups(shop: Shop): Promise<BackupsPage> {
  const { backups, test, rules } = await findBooks(shop);
  const { timeZone } = await loadProfile(shop);
  const folder = backupFolder(shop.env);
  const good = backups.filter(({ state }) => state === "done");
  const keeping = keepingOf(
    good.map(({ createdAt }) => createdAt),
    rules,
    timeZone,
  );
  return {
    backups: backups.map(({ storeParts: _parts, storeTriedAt: _tried, ...each }) => {
      const { until, isWeekly } = keeping.get(each.createdAt) ?? { until: 0, isWeekly: false };
      const isHere = each.fileName !== null && existsSync(path.join(folder, each.fileName));
      return { ...each, keptUntil: new Date(until).toISOString(), isWeekly, isHere };
    }),
    test,
    rules,
    folder,
    hasStore: shop.env.s3 !== null,
    hasOwnSecret: shop.env.shopSecret !== null,
  };
}

/**
 * The key that decrypts the copies in the S3 store. It is created at the first request, and leaves a row in the audit
 * log.
 */
export async function showRecoveryKey(shop: Shop, { actor }: { actor: string }): Promise<string> {
  const key = makeRecoveryKey();
  return inTransaction(shop, async (tx) => {
    const entry = { actor, action: "backups.key_shown", object: "backup_rules:1" } as const;
    await insertAudit(tx, entry, nowOf(shop));
    return keepRecoveryKey(tx, key);
  });
}
