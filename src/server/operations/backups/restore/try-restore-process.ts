// A separate process that restores one backup into a new embedded database and ends; try-restore.ts starts it. It knows
// none of the shop's settings and secrets.
import { openEmbeddedDatabase } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { formatFailure } from "../format-failure.ts";
import { loadRows, readBackup } from "./load-backup.ts";

export type TrialAnswer = { createdAt: string; tables: number; rows: number } | { error: string };

// A stop of the shop reaches its whole group of processes. The shop itself ends this one, or has gone.
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
