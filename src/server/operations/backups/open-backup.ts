import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { backupFolder } from "./backup-folder.ts";
import { findBooks } from "./backup-queries.ts";
import { readCopy } from "./store-copy.ts";

export type OpenedBackup = {
  fileName: string;
  /** Null when only the copy in the store is left. */
  bytes: number | null;
  stream: ReadableStream<Uint8Array>;
};

/**
 * A backup as bytes, read as fast as the receiver takes them: from this machine, or from its copy in the store. Null
 * when the id is unknown, or neither can be reached from here. Leaves a row in the audit log.
 */
export async function openBackup(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<OpenedBackup | null> {
  const { backups, recoveryKey } = await findBooks(shop);
  const wanted = backups.find((each) => each.id === id && each.state === "done");
  if (!wanted?.fileName) return null;
  const { fileName, createdAt } = wanted;
  const file = path.join(backupFolder(shop.env), fileName);
  const isHere = existsSync(file);
  if (!isHere && (wanted.store !== "there" || !recoveryKey)) return null;
  await inTransaction(shop, (tx) =>
    insertAudit(
      tx,
      { actor, action: "backups.downloaded", object: `backups:${id}`, after: { createdAt } },
      nowOf(shop),
    ),
  );
  // Before the stream: an unhandled failure would end the process.
  const bytes = isHere ? (await stat(file)).size : null;
  const stream = isHere
    ? createReadStream(file)
    : Readable.from(
        readCopy({ files: shop.files, key: recoveryKey ?? "" }, { id, parts: wanted.storeParts }),
      );
  return {
    fileName,
    bytes,
    stream: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
  };
}
