// One backup as a file. It holds everything, secrets too, so it asks for the password and leaves a row in the audit log.
// It has no page; the guard of the layout protects it.
import { openBackup } from "#server/operations/backups/open-backup.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { demandPassword } from "../ask-password.ts";
import type { Route } from "./+types/backup-download";

export async function loader({ url, params: { id }, context }: Route.LoaderArgs) {
  const { shop, email: actor, isPasswordFresh } = adminOf(context);
  demandPassword({ isPasswordFresh }, url);
  const backup = await openBackup(shop, { id, actor });
  if (!backup) throw new Response(null, { status: 404 });
  return new Response(backup.stream, {
    headers: {
      ...privatePage(),
      "Content-Type": "application/gzip",
      "Content-Disposition": `attachment; filename="${backup.fileName}"`,
      "X-Content-Type-Options": "nosniff",
      ...(backup.bytes === null ? {} : { "Content-Length": String(backup.bytes) }),
    },
  });
}
