import { href, Link } from "react-router";
import type { LastBackup } from "#domain/dashboard/dashboard.ts";
import { ShopTime } from "../../page/shop-time.tsx";

/** When the last backup was made, and when restoring one was last tested. */
export function BackupLine({ backup: { madeAt, triedAt, isRestored } }: { backup: LastBackup }) {
  return (
    <p className="mt-5 text-sm text-ink-2">
      {madeAt === null ? (
        "No backup was made yet. "
      ) : (
        <>
          The last backup was made <ShopTime at={madeAt} style="date and time" />.{" "}
        </>
      )}
      {triedAt === null ? (
        "Restoring one was not tested yet. "
      ) : (
        <>
          {isRestored
            ? "Restoring one was last tested, and worked, "
            : "Restoring one was last tested, and failed, "}
          <ShopTime at={triedAt} style="date and time" />.{" "}
        </>
      )}
      <Link to={href("/admin/backups")} className="text-link inline-flex min-h-11 items-center">
        Open the backups
      </Link>
    </p>
  );
}
