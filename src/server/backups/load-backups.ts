import { existsSync } from "node:fs";
import path from "node:path";
import { type Backup, type BackupRules, type Drill, keptUntil } from "#domain/backups/backup.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { backupFolder } from "./backup-folder.ts";
import { findBooks, keepRecoveryKey } from "./backup-queries.ts";
import { makeRecoveryKey } from "./store-copy.ts";

export type ListedBackup = Backup & {
  /** ISO time. */
  keptUntil: string;
  /** On the machine that draws this page. */
  isHere: boolean;
};

export type BackupsPage = {
  backups: ListedBackup[];
  /** The newest; null: none yet. */
  drill: Drill | null;
  rules: BackupRules;
  folder: string;
  hasStore: boolean;
  /** SHOP_SECRET is set, so it is not in a backup. */
  hasOwnSecret: boolean;
};

/** One statement. */
export async function loadBackups(shop: Shop): Promise<BackupsPage> {
  const { backups, drills, rules } = await findBooks(shop);
  const folder = backupFolder(shop.env);
  return {
    backups: backups.map(({ storeParts: _parts, storeTriedAt: _tried, token: _token, ...each }) => ({
      ...each,
      keptUntil: new Date(keptUntil(each, rules)).toISOString(),
      isHere: each.fileName !== null && existsSync(path.join(folder, each.fileName)),
    })),
    drill: drills.map(({ token: _token, ...each }) => each)[0] ?? null,
    rules,
    folder,
    hasStore: shop.env.s3 !== null,
    hasOwnSecret: shop.env.shopSecret !== null,
  };
}

/** The key that opens the copies in the S3 store. It is made when it is asked for first, and leaves a row in the audit log. */
export async function showRecoveryKey(shop: Shop, { actor }: { actor: string }): Promise<string> {
  const key = makeRecoveryKey();
  return inTransaction(shop, async (tx) => {
    const entry = { actor, action: "backups.key_shown", object: "backup_rules:1" } as const;
    await insertAudit(tx, entry, nowOf(shop));
    return keepRecoveryKey(tx, key);
  });
}
