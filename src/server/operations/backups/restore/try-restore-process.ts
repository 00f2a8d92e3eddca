// A separate process that restores one backup into a new embedded database and exits; try-restore.ts starts it. It
// knows none of the shop's settings and secrets.
import { openEmbeddedDatabase } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { formatFailure } from "../format-failure.ts";
import { loadRows, readBackup } from "./load-backup.ts";

export type TrialAnswer = { createdAt: string; tables: number; rows: number } | { error: string };

// Stopping the shop signals its whole process group. The shop itself ends this one, or is already gone.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const [, , file = "", scratch = ""] = process.argv;
process.send?.(await restoreInto().catch((error: unknown): TrialAnswer => ({ error: formatFailure(error) })));

async function restoreInto(): Promise<TrialAnswer> {
  const backup = await readBackup(file, null);
  const database = await openEmbeddedDatabase(scratch, () => {});
  await inTransaction(database, (tx) => loadRows(tx, backup));
  const counts = Object.values(backup.sums.tables).map(({ rows }) => rows);
  return {
    createdAt: backup.manifest.createdAt,
    tables: counts.length,
    rows: counts.reduce((sum, each) => sum + each, 0),
  };
}
