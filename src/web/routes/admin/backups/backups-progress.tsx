// How far a backup or a restore test is, which the page of backups polls while one is under way.
import { loadBackups } from "#server/operations/backups/load-backups.ts";
import { progressOf } from "../../../admin/backups/backup-progress.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import type { Route } from "./+types/backups-progress";

export async function loader({ context }: Route.LoaderArgs) {
  const progress = progressOf(await loadBackups(adminOf(context).shop));
  return Response.json(progress, { headers: privatePage() });
}
