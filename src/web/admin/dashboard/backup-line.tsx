import { href, Link } from "react-router";
import type { LastBackup } from "#domain/dashboard/dashboard.ts";
import { ShopTime } from "../../page/shop-time.tsx";

/** When the last backup was made, and when one was last restored on trial. */
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
        "None was restored on trial yet. "
      ) : (
        <>
          {isRestored ? "One was last restored on trial " : "The last restore on trial failed "}
          <ShopTime at={triedAt} style="date and time" />.{" "}
        </>
      )}
      <Link to={href("/admin/backups")} className="text-link inline-flex min-h-11 items-center">
        Open the backups
      </Link>
    </p>
  );
}
