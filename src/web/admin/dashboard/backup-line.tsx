import { href, Link } from "react-router";
import type { LastBackup } from "#domain/dashboard/dashboard.ts";
import { ShopTime } from "../../page/shop-time.tsx";

/** The last backup and restore test, and the way to the setup list. */
export function BackupLine({ backup: { madeAt, triedAt, isRestored } }: { backup: LastBackup }) {
  return (
    <p className="mt-5 text-sm text-ink-2">
      {madeAt === null ? (
        "No backup yet. "
      ) : (
        <>
          Last backup: <ShopTime at={madeAt} style="date and time" />.{" "}
        </>
      )}
      {triedAt === null ? (
        "Restore not tested yet. "
      ) : (
        <>
          {isRestored ? "Restore test passed " : "Restore test failed "}
          <ShopTime at={triedAt} style="date and time" />.{" "}
        </>
      )}
      <Link to={href("/admin/backups")} className="text-link inline-flex min-h-11 items-center">
        Backups
      </Link>{" "}
      <Link to={href("/admin/start")} className="text-link inline-flex min-h-11 items-center">
        Getting started
      </Link>
    </p>
  );
}
